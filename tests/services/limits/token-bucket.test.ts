import { expect, test } from 'vitest';
import { createTokenBuckets } from '~/services/limits/token-bucket';

/** How many of `count` tries at that moment are let through. */
function countTaken(
  limit: ReturnType<typeof createTokenBuckets>,
  key: string,
  at: number,
  count = 1000,
): number {
  return Array.from({ length: count }, () => limit.take(key, at)).filter((wait) => wait === 0).length;
}

test('takes a burst at once and then so many a second', () => {
  const limit = createTokenBuckets({ perSecond: 100, burst: 200 });
  expect(countTaken(limit, 'a', 0)).toBe(200);
  expect(countTaken(limit, 'a', 0)).toBe(0);
  expect(countTaken(limit, 'a', 10)).toBe(1);
  expect(countTaken(limit, 'a', 510)).toBe(50);
  expect(countTaken(limit, 'a', 1_000_000)).toBe(200);
});

test('each key has tokens of its own', () => {
  const limit = createTokenBuckets({ perSecond: 1, burst: 1 });
  expect([limit.take('a', 0), limit.take('b', 0)]).toEqual([0, 0]);
});

test('returns the whole seconds to wait', () => {
  const limit = createTokenBuckets({ perSecond: 0.1, burst: 1 });
  limit.take('a', 0);
  expect(limit.take('a', 0)).toBe(10);
  expect(limit.take('a', 7_500)).toBe(3);
  expect(limit.take('a', 10_000)).toBe(0);
});

test('a clock that is set back neither gives nor takes', () => {
  const limit = createTokenBuckets({ perSecond: 1, burst: 2 });
  limit.take('a', 10_000);
  expect(limit.take('a', 0)).toBe(0);
  expect(limit.take('a', 0)).toBe(1);
  expect(limit.take('a', 1_000)).toBe(0);
});

test('forgets a key only when its tokens are full again anyway', () => {
  const limit = createTokenBuckets({ perSecond: 100, burst: 200 });
  limit.take('a', 0);
  expect(countTaken(limit, 'a', 60_000)).toBe(200);
  expect(countTaken(limit, 'b', 60_001)).toBe(200);
  expect(countTaken(limit, 'a', 60_001)).toBe(0);
});
