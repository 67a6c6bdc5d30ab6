import { describe, expect, test } from 'vitest';
import { finish } from '~/engine/json/json-parts';
import { planDue } from '~/engine/triggers/missed-runs';
import type { MissedRuns } from '~/engine/triggers/trigger';

const noon = Date.UTC(2026, 0, 5, 12);
const minuteMs = 60_000;

/** A plan for `* * * * *` whose next time was noon, in minutes after noon. */
function plan(missedRuns: MissedRuns, now: number, nextAt = noon) {
  const {
    due,
    isMissed,
    skipped,
    nextAt: next,
  } = finish(planDue({ cronExpression: '* * * * *', timezone: 'UTC', missedRuns }, nextAt, now));
  const inMinutes = (time: number | null) => (time === null ? null : (time - noon) / minuteMs);
  const first = skipped && (skipped.first - noon) / minuteMs;
  return { due: inMinutes(due), isMissed, skipped: skipped && [first, skipped.count], next: inMinutes(next) };
}

test.each(['once', 'none', 'all'] as const)(
  'a due time just reached is run, whatever is missed (%s)',
  (policy) => {
    expect(plan(policy, noon + 700)).toEqual({ due: 0, isMissed: false, skipped: null, next: 1 });
  },
);

describe('ten minutes later', () => {
  const now = noon + 10 * minuteMs + 500;

  test('once: the newest runs, the others are skipped', () => {
    expect(plan('once', now)).toEqual({ due: 10, isMissed: false, skipped: [0, 10], next: 11 });
  });

  test('none: only what is due at this moment runs', () => {
    expect(plan('none', now)).toEqual({ due: 10, isMissed: false, skipped: [0, 10], next: 11 });
  });

  test('all: the oldest runs, and the next is looked at afterwards', () => {
    expect(plan('all', now)).toEqual({ due: 0, isMissed: true, skipped: null, next: 1 });
  });
});

describe('a time of day that was missed by hours', () => {
  const daily = { cronExpression: '0 12 * * *', timezone: 'UTC' };
  const now = noon + 3 * 60 * minuteMs;
  const dayMs = 24 * 60 * minuteMs;

  test('once and all: it is made up for', () => {
    for (const missedRuns of ['once', 'all'] as const) {
      expect(finish(planDue({ ...daily, missedRuns }, noon, now))).toEqual({
        due: noon,
        isMissed: true,
        skipped: null,
        nextAt: noon + dayMs,
      });
    }
  });

  test('none: it is skipped', () => {
    expect(finish(planDue({ ...daily, missedRuns: 'none' }, noon, now))).toEqual({
      due: null,
      isMissed: true,
      skipped: { first: noon, count: 1 },
      nextAt: noon + dayMs,
    });
  });
});

test('all makes up for a hundred, the newest; the others are skipped', () => {
  const now = noon + 149 * minuteMs;
  expect(plan('all', now)).toEqual({ due: 50, isMissed: true, skipped: [0, 50], next: 51 });
});

test('skipped times are counted up to a thousand', () => {
  expect(plan('once', noon + 5_000 * minuteMs)).toMatchObject({ due: 5_000, skipped: [0, 1_000] });
});

test('skipped times are counted in parts, since a thousand take long', () => {
  const everyMinute = { cronExpression: '* * * * *', timezone: 'Europe/Berlin', missedRuns: 'once' as const };
  const work = planDue(everyMinute, noon, noon + 600 * minuteMs);
  let parts = 1;
  while (!work.next().done) parts += 1;
  expect(parts).toBeGreaterThan(500);
});

test('a stored time that is none any more, since the zone has new rules, makes way for the next one', () => {
  const daily = { cronExpression: '0 14 * * *', timezone: 'UTC', missedRuns: 'once' as const };
  expect(finish(planDue(daily, noon, noon + minuteMs))).toEqual({
    due: null,
    isMissed: false,
    skipped: null,
    nextAt: noon + 120 * minuteMs,
  });
});
