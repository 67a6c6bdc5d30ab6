import { expect, test } from 'vitest';
import { openTokens } from '~/engine/bodies/signed-tokens';
import { finish } from '~/engine/json/json-parts';

const encode = (text: string) => Buffer.from(text).toString('base64url');
const open = (text: string) => finish(openTokens(text));
const token = (claims: string, head = '{"alg":"ES256"}') => `${encode(head)}.${encode(claims)}.c2ln`;

test('a token is its claims, digit by digit', () => {
  expect(open(token('{"id":12345678901234567890,"name":"Zoë"}'))).toBe(
    '{"id":12345678901234567890,"name":"Zoë"}',
  );
  expect(open(` ${token('{"a":1.10}')}\n`)).toBe('{"a":1.10}');
});

test('tokens in JSON are opened where they stand, and in each other', () => {
  const inner = token('{"productId":"pro"}');
  const outer = token(JSON.stringify({ data: { signedTransactionInfo: inner }, list: [inner, 1, null] }));
  expect(JSON.parse(open(JSON.stringify({ signedPayload: outer, n: 2 })) ?? '')).toEqual({
    signedPayload: {
      data: { signedTransactionInfo: { productId: 'pro' } },
      list: [{ productId: 'pro' }, 1, null],
    },
    n: 2,
  });
});

test('no deeper than three', () => {
  const nest = (depth: number): string =>
    depth === 0 ? token('{"a":1}') : token(JSON.stringify({ t: nest(depth - 1) }));
  const opened = JSON.parse(open(nest(3)) ?? '') as { t: { t: { t: string } } };
  expect(opened.t.t.t).toBe(token('{"a":1}'));
});

test.each([
  '{"a":"1.2.3"}',
  `{"a":"${encode('1')}.${encode('{}')}.x"}`,
  `{"a":"${encode('{}')}.${encode('[1]')}.x"}`,
  `{"a":"${encode('{}')}.${encode('{}')}.x.y"}`,
  '{"a":"192.168.0.1","b":[true,"x"]}',
])('%s stays as it is', (text) => {
  expect(open(text)).toBe(text);
});

test('what is neither is nothing', () => {
  expect(open('hello')).toBeUndefined();
  expect(open('')).toBeUndefined();
  expect(open(`${encode('{}')}.${encode('{"a":')}.x`)).toBeUndefined();
});

test('many tokens are opened in parts, and others have their turn in between', () => {
  const many = Array.from({ length: 20_000 }, () => 'e30.e30.');
  const parts = [...openTokens(JSON.stringify(many))];
  expect(parts.length).toBeGreaterThan(40);
  expect(open(JSON.stringify(many))).toBe(JSON.stringify(many.map(() => ({}))));
});
