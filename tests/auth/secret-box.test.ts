import { describe, expect, test } from 'vitest';
import { maskSecret, open, seal } from '~/auth/secret-box';

const key = Buffer.alloc(32, 1);

describe('a sealed secret', () => {
  test.each(['', 'sk_live_1234', 'ключ 🔑 with spaces'])('opens again: %j', (text) => {
    expect(open(key, seal(key, text, 'place'), 'place')).toBe(text);
  });

  test('is another text each time and does not show what it holds', () => {
    const sealed = seal(key, 'sk_live_1234', 'place');
    expect(seal(key, 'sk_live_1234', 'place')).not.toBe(sealed);
    expect(sealed).toMatch(/^v1(\.[\w-]+){3}$/);
    expect(Buffer.from(sealed, 'base64').toString('latin1')).not.toContain('sk_live');
  });

  test('does not open with another key or in another place', () => {
    const sealed = seal(key, 'sk_live_1234', 'integration a');
    expect(open(Buffer.alloc(32, 2), sealed, 'integration a')).toBeUndefined();
    expect(open(key, sealed, 'integration b')).toBeUndefined();
  });

  test('does not open when any part of it was changed', () => {
    const parts = seal(key, 'sk_live_1234', 'place').split('.');
    for (const index of [1, 2, 3]) {
      const bytes = Buffer.from(parts[index]!, 'base64url');
      bytes[0]! ^= 1;
      expect(open(key, parts.with(index, bytes.toString('base64url')).join('.'), 'place')).toBeUndefined();
    }
  });

  test('does not open with a shortened tag', () => {
    const parts = seal(key, 'sk_live_1234', 'place').split('.');
    const tag = Buffer.from(parts[2]!, 'base64url').subarray(0, 4).toString('base64url');
    expect(open(key, parts.with(2, tag).join('.'), 'place')).toBeUndefined();
  });

  test.each(['', 'v1', 'v1...', 'v2.a.b.c', 'sk_live_1234', 'v1.a.b.c.d', 'v1.AAAA.AAAA.AAAA'])(
    'is never mistaken for what is none: %j',
    (text) => {
      expect(open(key, text, 'place')).toBeUndefined();
    },
  );
});

test.each([
  ['', '••••'],
  ['1234567', '••••'],
  ['12345678', '••••5678'],
  ['wk_abcdefghijkl', '••••ijkl'],
])('the maskSecret of %j is %j', (secret, masked) => {
  expect(maskSecret(secret)).toBe(masked);
});
