import { expect, test } from 'vitest';
import { describeDistance } from '~/services/webhooks/stale-proof';

test.each([
  [20_000, '20 seconds ago'],
  [-119_000, '119 seconds ahead of our clock'],
  [3_600_000, '60 minutes ago'],
  [-120_000, '2 minutes ahead of our clock'],
])('a proof of %d ms before is from %s', (ms, text) => {
  const now = Date.parse('2026-01-05T12:00:00Z');
  expect(describeDistance(now - ms, now)).toBe(text);
});
