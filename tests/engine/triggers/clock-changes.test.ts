import { expect, test } from 'vitest';
import { listClockChanges } from '~/engine/triggers/clock-changes';

/** 2026-01-05, 12:34:56.789 UTC. */
const january = Date.UTC(2026, 0, 5, 12, 34, 56, 789);

function list(cronExpression: string, timezone: string): string[] {
  return listClockChanges({ cronExpression, timezone }, january).map(
    ({ kind, at, from, to }) => `${write(at, 'T')}Z ${kind} ${write(from)} - ${write(to)}`,
  );
}

const write = (time: number, between = ' ') =>
  new Date(time).toISOString().slice(0, 16).replace('T', between);

test.each([
  ['30 2 * * *', 'America/New_York', ['2026-03-08T07:00Z skipped 2026-03-08 02:00 - 2026-03-08 03:00']],
  ['30 1 * * *', 'America/New_York', ['2026-11-01T06:00Z doubled 2026-11-01 01:00 - 2026-11-01 02:00']],
  [
    '30 1 * * *',
    'Europe/London',
    [
      '2026-03-29T01:00Z skipped 2026-03-29 01:00 - 2026-03-29 02:00',
      '2026-10-25T01:00Z doubled 2026-10-25 01:00 - 2026-10-25 02:00',
    ],
  ],
  [
    '*/15 1-2 * * *',
    'Australia/Lord_Howe',
    [
      '2026-04-04T15:00Z doubled 2026-04-05 01:30 - 2026-04-05 02:00',
      '2026-10-03T15:30Z skipped 2026-10-04 02:00 - 2026-10-04 02:30',
    ],
  ],
])('%s in %s', (cronExpression, timezone, changes) => {
  expect(list(cronExpression, timezone)).toEqual(changes);
});

test.each([
  ['30 2 * * 1-6', 'America/New_York', 'the clock is moved on Sundays'],
  ['45 2 4 10 *', 'Australia/Lord_Howe', 'the time is just after the change'],
  ['0 9 * * *', 'Europe/London', 'the time is far from it'],
  ['30 * * * *', 'Europe/London', 'every hour has no time of day'],
  ['30 2 * * *', 'UTC', 'the zone changes nothing'],
  ['30 2 * * *', 'Asia/Kolkata', 'the zone changes nothing'],
])('%s in %s is not concerned: %s', (cronExpression, timezone) => {
  expect(list(cronExpression, timezone)).toEqual([]);
});
