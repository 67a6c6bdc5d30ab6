import { expect, test } from 'vitest';
import { createSlidingWindow } from '~/services/limits/sliding-window';

test('the window slides: a place is free when the oldest try of the last ones leaves it', () => {
  const limit = createSlidingWindow({ limit: 2, windowMs: 100 });
  limit.record('a', 0);
  expect(limit.waitMs('a', 60)).toBe(0);
  limit.record('a', 60);
  expect(limit.waitMs('a', 99)).toBe(1);
  expect(limit.waitMs('a', 100)).toBe(0);
  limit.record('a', 100);
  expect(limit.waitMs('a', 100)).toBe(60);
});

test('tries from before the clock was set back do not count', () => {
  const limit = createSlidingWindow({ limit: 1, windowMs: 100 });
  limit.record('a', 1_000);
  expect(limit.waitMs('a', 0)).toBe(0);
  limit.record('a', 10);
  expect(limit.waitMs('a', 20)).toBe(90);
});

test('keys do not count for each other, and a cleared one starts anew', () => {
  const limit = createSlidingWindow({ limit: 1, windowMs: 100 });
  limit.record('a', 0);
  expect(limit.waitMs('b', 0)).toBe(0);
  expect(limit.waitMs('a', 0)).toBe(100);
  limit.clear('a');
  expect(limit.waitMs('a', 0)).toBe(0);
});

test('past its bound it forgets the key whose last try is longest ago', () => {
  const limit = createSlidingWindow({ limit: 1, windowMs: 100, maxKeys: 2 });
  limit.record('a', 0);
  limit.record('b', 1);
  limit.record('a', 2);
  limit.record('c', 3);
  expect(['a', 'b', 'c'].map((key) => limit.waitMs(key, 3) > 0)).toEqual([true, false, true]);
});
