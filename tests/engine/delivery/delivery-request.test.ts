import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  describeRequest,
  isLeftOut,
  maxRequestBytes,
  readRequest,
  RequestInput,
} from '~/engine/delivery/delivery-request';
import { measureProcessorMs, onceOverMs } from '../../support/processor-time';

const nothing = { secret: '', hidden: new Set<string>() };

describe('what is kept of a request', () => {
  test('is its method, its path, its parameters and its headers', () => {
    const url = '/webhook/a?page=2&tag=new&tag=vip&empty=&q=a%20b+c?';
    const headers: [string, string][] = [
      ['x-github-event', 'issues'],
      ['host', 'hooks.example'],
    ];
    expect(describeRequest({ method: 'POST', url, headers }, nothing)).toEqual({
      method: 'POST',
      path: '/webhook/a',
      query: { page: '2', tag: ['new', 'vip'], empty: '', q: 'a b c?' },
      headers: { 'x-github-event': 'issues', host: 'hooks.example' },
    });
  });

  test.each([
    'authorization',
    'proxy-authorization',
    'cookie',
    'x-api-key',
    'x-hub-signature',
    'x-hub-signature-256',
    'stripe-signature',
    'x-shopify-hmac-sha256',
    'x-airtable-content-mac',
    'paypal-transmission-sig',
    'x-docusign-signature-1',
    'x-gitlab-token',
    'access_token',
    'cf-access-jwt-assertion',
  ])('is not %s', (name) => {
    const headers: [string, string][] = [[name, 'a value']];
    const kept = describeRequest({ method: 'POST', url: `/a?${name}=x`, headers }, nothing);
    expect(kept).toEqual({ method: 'POST', path: '/a', query: {}, headers: {} });
  });

  test.each(['x-github-event', 'x-github-delivery', 'idempotency-key', 'user-agent', 'x-machine', 'design'])(
    'may be %s',
    (name) => expect(isLeftOut(name)).toBe(false),
  );

  test('is no name that the trigger hides, and nothing that holds the secret', () => {
    const headers: [string, string][] = [
      ['x-who', 'me'],
      ['referer', 'https://a.example/?k=s3cret-s3cret'],
      ['x-kind', 'new'],
    ];
    const kept = describeRequest(
      { method: 'POST', url: '/a?Code=1&b=2&c=s3cret-s3cret&c=3', headers },
      { secret: 's3cret-s3cret', hidden: new Set(['x-who', 'code']) },
    );
    expect(kept.query).toEqual({ b: '2' });
    expect(kept.headers).toEqual({ 'x-kind': 'new' });
  });

  test('is at most 16 KiB, and says when that left something out', () => {
    const name = fc.string({ minLength: 1, maxLength: 40, unit: 'binary' });
    const value = fc
      .tuple(fc.string({ maxLength: 3, unit: 'binary' }), fc.nat(5_000))
      .map(([text, times]) => text.repeat(times));
    fc.assert(
      fc.property(fc.array(fc.tuple(name, value), { maxLength: 6 }), (headers) => {
        const kept = describeRequest({ method: 'POST', url: '/webhook/a', headers }, nothing);
        expect(Buffer.byteLength(JSON.stringify(kept))).toBeLessThanOrEqual(maxRequestBytes);
      }),
      { numRuns: 50 },
    );
    const headers: [string, string][] = [
      ['x-a', 'a'],
      ['x-long', 'é'.repeat(maxRequestBytes / 2)],
      ['x-b', 'b'],
    ];
    const kept = describeRequest({ method: 'POST', url: '/webhook/a', headers }, nothing);
    expect(kept).toMatchObject({ headers: { 'x-a': 'a' }, truncated: true });
    expect(kept.headers).not.toHaveProperty('x-long');
  });

  test('takes no longer for a parameter where there are many', () => {
    const url = `/a?${Array.from({ length: 40_000 }, (_, index) => index.toString(36)).join('&')}`;
    const describeIt = () => describeRequest({ method: 'POST', url, headers: [] }, nothing);
    expect(measureProcessorMs(describeIt)).toBeLessThan(onceOverMs);
  });

  test('holds names of the prototype as any others', () => {
    const headers: [string, string][] = [['__proto__', 'a']];
    const kept = describeRequest({ method: 'POST', url: '/a?__proto__=b', headers }, nothing);
    const again = readRequest(JSON.stringify(kept));
    expect(Object.entries(again?.headers ?? {})).toEqual([['__proto__', 'a']]);
    expect(Object.entries(again?.query ?? {})).toEqual([['__proto__', 'b']]);
  });
});

test('what a test is given for it has all of its parts, and names in lower case', () => {
  expect(RequestInput.parse({ headers: { 'X-Event': 'new' } })).toEqual({
    method: 'POST',
    path: '',
    query: {},
    headers: { 'x-event': 'new' },
  });
  const tooMuch = { headers: { a: 'a'.repeat(maxRequestBytes) } };
  expect(RequestInput.safeParse(tooMuch).error?.issues[0]?.message).toBe('A request may have at most 16 KiB');
});

test('of a request that is too long no more is looked at than what fits', () => {
  let read = 0;
  const headers = {};
  for (let index = 0; index < 20_000; index += 1) {
    const get = () => {
      read += 1;
      return '1';
    };
    Object.defineProperty(headers, `h${index}`, { get, enumerable: true });
  }
  const refused = RequestInput.safeParse({ headers });
  expect(refused.error?.issues.map(({ message }) => message)).toEqual(['A request may have at most 16 KiB']);
  expect(read).toBeLessThan(5_000);
  // What is no part of it has no length either.
  const more = { headers: {}, other: 'a'.repeat(maxRequestBytes) };
  expect(RequestInput.parse(more)).not.toHaveProperty('other');
});
