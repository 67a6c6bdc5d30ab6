import { expect, test } from 'vitest';
import { isSame } from '~/auth/constant-time';

test('texts and bytes of any length are compared', () => {
  expect(isSame('', '')).toBe(true);
  expect(isSame('key', 'key')).toBe(true);
  expect(isSame('key', 'kez')).toBe(false);
  expect(isSame('a', 'a'.repeat(1000))).toBe(false);
  expect(isSame(Buffer.from('6b6579', 'hex'), Buffer.from('key'))).toBe(true);
  expect(isSame(Buffer.from('key'), Buffer.from('kez'))).toBe(false);
});

test('texts of as many characters but other bytes differ', () => {
  expect(isSame('é', 'e')).toBe(false);
});
