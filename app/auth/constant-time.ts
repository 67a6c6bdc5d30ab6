import { timingSafeEqual } from 'node:crypto';

/** Compares a secret, or what is computed from one, in constant time; only a difference in length is found sooner. */
export function isSame(given: string | Uint8Array, expected: string | Uint8Array): boolean {
  const [a, b] = [toBytes(given), toBytes(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function toBytes(value: string | Uint8Array): Uint8Array {
  return typeof value === 'string' ? Buffer.from(value) : value;
}
