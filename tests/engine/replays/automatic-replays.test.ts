import { expect, test } from 'vitest';
import { describeReplays, findReplayTime, maxAutomaticReplays } from '~/engine/replays/automatic-replays';

test('each replay follows later than the one before, and none beyond the last', () => {
  const minutes = Array.from(
    { length: maxAutomaticReplays },
    (_, index) => (findReplayTime(index + 1, 0, 0.5) ?? 0) / 60_000,
  );
  expect(minutes).toEqual([5, 30, 120, 300, 600, 840, 1080, 1320]);
  expect(findReplayTime(maxAutomaticReplays + 1, 0, 0.5)).toBeUndefined();
});

test('a replay is up to a tenth earlier or later', () => {
  expect([0, 1].map((random) => findReplayTime(1, 1000, random))).toEqual([271_000, 331_000]);
});

test.each([
  [1, 'once, after about 5 minutes'],
  [2, '2 times, over about 35 minutes'],
  [3, '3 times, over about 3 hours'],
  [5, '5 times, over about 18 hours'],
  [7, '7 times, over about 2 days'],
  [8, '8 times, over about 3 days'],
])('%i is described as %s', (count, text) => {
  expect(describeReplays(count)).toBe(text);
});
