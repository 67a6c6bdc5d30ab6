import { expect, test } from 'vitest';
import { createStrangerBytes } from '~/services/limits/stranger-bytes';

const mebibyte = 1024 * 1024;
const dayMs = 24 * 3_600_000;

/** How many payloads of this size are taken at that moment. */
function countTaken(
  limit: ReturnType<typeof createStrangerBytes>,
  { integrationId = 'a', network = '192.0.2.1', bytes = mebibyte, at = 0 },
): number {
  let taken = 0;
  while (taken < 1_000 && limit.take({ integrationId, network }, bytes, at) === 0) taken += 1;
  return taken;
}

test('one network may store half of what an integration stores, and another network the rest', () => {
  const limit = createStrangerBytes(64.5 * mebibyte);
  expect(countTaken(limit, {})).toBe(32);
  expect(countTaken(limit, { network: '2001:db8::/64' })).toBe(32);
  expect(countTaken(limit, { network: '192.0.2.3' })).toBe(0);
  expect(countTaken(limit, { integrationId: 'b' })).toBe(32);
});

test('what was stored is given back evenly within a day', () => {
  const limit = createStrangerBytes(64.5 * mebibyte);
  countTaken(limit, {});
  expect(countTaken(limit, { at: dayMs / 4 })).toBe(8);
  expect(countTaken(limit, { at: 3 * dayMs })).toBe(32);
});

test('an execution counts with more than its payload', () => {
  const limit = createStrangerBytes(mebibyte);
  expect(countTaken(limit, { bytes: 0 })).toBe(256);
});

test('returns the whole seconds until there is room', () => {
  const limit = createStrangerBytes(2 * 86_400 * 2_048);
  const sender = { integrationId: 'a', network: '192.0.2.1' };
  while (limit.take(sender, 98 * 2_048, 0) === 0);
  const wait = limit.take(sender, 98 * 2_048, 0);
  expect(limit.take(sender, 98 * 2_048, (wait - 1) * 1000)).toBe(1);
  expect(limit.take(sender, 98 * 2_048, wait * 1000)).toBe(0);
});

test('what is larger than the whole limit is taken once nothing else is stored', () => {
  const limit = createStrangerBytes(mebibyte);
  const sender = { integrationId: 'a', network: '192.0.2.1' };
  expect(limit.take(sender, 8 * mebibyte, 0)).toBe(0);
  expect(limit.take(sender, 8 * mebibyte, dayMs)).toBeGreaterThan(0);
  expect(limit.take(sender, 8 * mebibyte, 20 * dayMs)).toBe(0);
});

test('a clock that is set back neither gives nor takes', () => {
  const limit = createStrangerBytes(64.5 * mebibyte);
  countTaken(limit, { at: dayMs });
  expect(countTaken(limit, { at: 0 })).toBe(0);
});

test('nothing is limited without a number', () => {
  expect(countTaken(createStrangerBytes(undefined), {})).toBe(1_000);
});
