import { describe, expect, test } from 'vitest';
import { findKeyProblem, isStoreUrl, readStoreAddress } from '~/engine/stores/store-address';

test('a store is named in the URL as written, and no placeholder can choose it', () => {
  for (const url of [
    'store://orders',
    'store://a_b-1/{{id}}',
    'store://orders?prefix={{x}}',
    'store://orders/',
  ])
    expect(isStoreUrl(url), url).toBe(true);
  for (const url of [
    'store://{{name}}/x',
    'store://or{{x}}/1',
    'store://Orders/1',
    'store:///1',
    'store://1st/1',
    `store://${'a'.repeat(64)}/1`,
    'store:orders/1',
    ' store://orders/1',
    'https://store/orders',
    '{{url}}',
  ])
    expect(isStoreUrl(url), url).toBe(false);
});

test('a key is read with its percent-encoding, also one that would move the path of a web address', () => {
  expect(readStoreAddress('store://orders/a%2Fb%20%C3%BC')).toMatchObject({ store: 'orders', key: 'a/b ü' });
  expect(readStoreAddress('store://orders/..')).toMatchObject({ key: '..' });
  expect(readStoreAddress('store://counters/x/increment')).toMatchObject({ key: 'x', action: 'increment' });
  const whole = readStoreAddress('store://orders?prefix=a%26b&limit=5&limit=6&plus=1+1&a?b');
  expect(whole).toMatchObject({ store: 'orders', key: undefined, action: undefined });
  expect('query' in whole && Object.fromEntries(whole.query)).toEqual({
    prefix: 'a&b',
    limit: '5',
    plus: '1+1',
    'a?b': '',
  });
});

describe('a sentence says why an address is none', () => {
  test.each([
    ['store://orders/', 'The key is empty.'],
    ['store://orders//increment', 'The key is empty.'],
    ['store://orders/a/b/c', 'A slash within a key is written as %2F.'],
    ['store://orders/%zz', 'The URL is not percent-encoded correctly.'],
    ['store://orders?x=%ff', 'The URL is not percent-encoded correctly.'],
    ['store://orders/a#b', 'A # in the address of a store is written as %23.'],
    ['store://orders/a%0Ab', 'A key must not contain line breaks or control characters.'],
    [`store://orders/${'a'.repeat(257)}`, 'A key has at most 256 characters, and this one has 257.'],
  ])('%s', (url, problem) => {
    expect(readStoreAddress(url)).toEqual({ problem });
  });

  test('half a character is no key', () => {
    expect(findKeyProblem('a\ud800')).toBe('A key must be valid Unicode.');
    expect(findKeyProblem('a'.repeat(256))).toBeUndefined();
  });
});
