import { expect, it } from 'vitest';
import { cutWithoutMark, truncate } from '~/engine/texts/truncate';

it.each([
  ['Orders', 'Orders', 'Orders'],
  ['Orders of today', 'Orders…', 'Orders o'],
  ['Orders \u{1f4e6}\u{1f4e6}', 'Orders…', 'Orders'],
])('%j is cut to eight units, and no character in half', (text, truncated, cut) => {
  expect(truncate(text, 8)).toBe(truncated);
  expect(cutWithoutMark(text, 8)).toBe(cut);
});
