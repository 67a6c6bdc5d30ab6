import { expect, test } from 'vitest';
import { createToken, hashToken } from '~/auth/token';

test('a token is 256 bits in base64url and never the same', () => {
  const tokens = Array.from({ length: 100 }, createToken);
  expect(new Set(tokens).size).toBe(100);
  for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32);
});

test('its hash is SHA-256 in hex', () => {
  // FIPS 180-4, the example message 'abc'.
  expect(hashToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
