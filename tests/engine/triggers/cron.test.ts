import { describe, expect, test } from 'vitest';
import { finish } from '~/engine/json/json-parts';
import {
  countRuns,
  findCronProblem,
  findNextRun,
  isTimezone,
  listLatestRuns,
  listNextRuns,
} from '~/engine/triggers/cron';

function runsAfter(cronExpression: string, timezone: string, after: string, count: number): string[] {
  return listNextRuns({ cronExpression, timezone }, Date.parse(after), count).map((time) =>
    new Date(time).toISOString().replace(':00.000Z', 'Z'),
  );
}

// By cron's custom, a time of day that the clock jumps over is made up for when it lands, and one that it shows
// twice counts once; what has a star or a step in its hours or minutes goes by the time that really passes.
describe('in New York', () => {
  const zone = 'America/New_York';

  test('02:30 on the day without it is 03:00, by the clock that was put forward', () => {
    expect(runsAfter('30 2 * * *', zone, '2026-03-07T12:00:00Z', 2)).toEqual([
      '2026-03-08T07:00Z',
      '2026-03-09T06:30Z',
    ]);
  });

  test('every half hour goes on from 01:30 to 03:00', () => {
    expect(runsAfter('*/30 * * * *', zone, '2026-03-08T06:00:00Z', 3)).toEqual([
      '2026-03-08T06:30Z',
      '2026-03-08T07:00Z',
      '2026-03-08T07:30Z',
    ]);
  });

  test('every half hour from two to three has no place on that day', () => {
    expect(runsAfter('*/30 2 * * *', zone, '2026-03-07T12:00:00Z', 2)).toEqual([
      '2026-03-09T06:00Z',
      '2026-03-09T06:30Z',
    ]);
  });

  test('01:30 on the day that has it twice counts the first time', () => {
    expect(runsAfter('30 1 * * *', zone, '2026-10-31T12:00:00Z', 2)).toEqual([
      '2026-11-01T05:30Z',
      '2026-11-02T06:30Z',
    ]);
  });

  test('every hour runs in both of them', () => {
    expect(runsAfter('0 * * * *', zone, '2026-11-01T04:30:00Z', 3)).toEqual([
      '2026-11-01T05:00Z',
      '2026-11-01T06:00Z',
      '2026-11-01T07:00Z',
    ]);
  });

  test('a list of minutes is a time of day, too, and made up for once', () => {
    expect(runsAfter('0,30 2 * * *', zone, '2026-03-07T12:00:00Z', 2)).toEqual([
      '2026-03-08T07:00Z',
      '2026-03-09T06:00Z',
    ]);
  });
});

describe('in London', () => {
  const zone = 'Europe/London';

  test('01:30 on the day without it is 02:00', () => {
    expect(runsAfter('30 1 * * *', zone, '2026-03-28T12:00:00Z', 2)).toEqual([
      '2026-03-29T01:00Z',
      '2026-03-30T00:30Z',
    ]);
  });

  test('01:30 on the day that has it twice counts the first time', () => {
    expect(runsAfter('30 1 * * *', zone, '2026-10-24T12:00:00Z', 2)).toEqual([
      '2026-10-25T00:30Z',
      '2026-10-26T01:30Z',
    ]);
  });

  test('every quarter from one to two runs eight times on that day', () => {
    const runs = runsAfter('*/15 1 * * *', zone, '2026-10-24T12:00:00Z', 9);
    expect([runs[0], runs[7], runs[8]]).toEqual([
      '2026-10-25T00:00Z',
      '2026-10-25T01:45Z',
      '2026-10-26T01:00Z',
    ]);
  });
});

describe('on Lord Howe Island, whose clock moves by half an hour', () => {
  const zone = 'Australia/Lord_Howe';

  test('02:15 on the day without it is 02:30', () => {
    expect(runsAfter('15 2 * * *', zone, '2026-10-03T00:00:00Z', 2)).toEqual([
      '2026-10-03T15:30Z',
      '2026-10-04T15:15Z',
    ]);
  });

  test('01:45 on the day that has it twice counts the first time', () => {
    expect(runsAfter('45 1 * * *', zone, '2026-04-04T00:00:00Z', 2)).toEqual([
      '2026-04-04T14:45Z',
      '2026-04-05T15:15Z',
    ]);
  });

  test('every quarter from one to three runs through the doubled half hour', () => {
    const runs = runsAfter('*/15 1-2 * * *', zone, '2026-04-04T12:00:00Z', 11);
    expect([runs[0], runs[9], runs[10]]).toEqual([
      '2026-04-04T14:00Z',
      '2026-04-04T16:15Z',
      '2026-04-05T14:30Z',
    ]);
  });
});

describe('in Nuuk, whose clock jumps from 23:00 to the next day', () => {
  const zone = 'America/Nuuk';

  test('23:30 on the day without it is midnight', () => {
    expect(runsAfter('30 23 * * *', zone, '2026-03-28T12:00:00Z', 2)).toEqual([
      '2026-03-29T01:00Z',
      '2026-03-30T00:30Z',
    ]);
    expect(runsAfter('0,30 23 * * *', zone, '2026-03-28T12:00:00Z', 2)).toEqual([
      '2026-03-29T01:00Z',
      '2026-03-30T00:00Z',
    ]);
  });

  test('once a year on that day is made up for, too', () => {
    expect(runsAfter('30 23 28 3 *', zone, '2025-12-01T00:00:00Z', 2)).toEqual([
      '2026-03-29T01:00Z',
      '2027-03-29T00:30Z',
    ]);
  });

  test('every ten minutes from eleven has no place on that day', () => {
    expect(runsAfter('*/10 23 * * *', zone, '2026-03-28T12:00:00Z', 1)).toEqual(['2026-03-30T00:00Z']);
  });

  test('it is among the latest and is counted', () => {
    const schedule = { cronExpression: '30 23 * * *', timezone: zone };
    const [from, to] = [Date.parse('2026-03-28T01:30:00Z'), Date.parse('2026-03-29T02:00:00Z')];
    const landing = Date.parse('2026-03-29T01:00:00Z');
    expect(listLatestRuns(schedule, { from, to, limit: 5 })).toEqual([from, landing]);
    expect(listLatestRuns(schedule, { from: landing, to, limit: 1 })).toEqual([landing]);
    expect(finish(countRuns(schedule, { from, before: to, limit: 5 }))).toBe(2);
  });

  test.each([1, 2, 30])('the latest %s of a year are those that looking ahead sees', (limit) => {
    const schedule = { cronExpression: '30 23 * * *', timezone: zone };
    const [from, to] = [Date.parse('2025-06-01T00:00:00Z'), Date.parse('2026-03-29T02:00:00Z')];
    const ahead = listNextRuns(schedule, from - 1, 400).filter((time) => time <= to);
    expect(listLatestRuns(schedule, { from, to, limit })).toEqual(ahead.slice(-limit));
  });
});

test.each(['America/Scoresbysund', 'Africa/Cairo', 'America/Havana', 'Antarctica/Troll'])(
  'each time of day comes once a day in %s, also on those when the clock is moved',
  (timezone) => {
    for (const cronExpression of ['30 23 * * *', '15 0 * * *', '30 1 * * *']) {
      for (const month of [2, 3, 9, 10]) {
        const runs = listNextRuns({ cronExpression, timezone }, Date.UTC(2026, month, 1, 12), 32);
        const hours = runs.slice(1).map((at, index) => (at - (runs[index] ?? 0)) / 3_600_000);
        expect(hours.filter((gap) => gap < 22 || gap > 26)).toEqual([]);
      }
    }
  },
);

describe('days that not every month or year has', () => {
  test('the 31st leaves out the months without one', () => {
    expect(runsAfter('0 9 31 * *', 'UTC', '2026-01-31T09:00:00Z', 4)).toEqual([
      '2026-03-31T09:00Z',
      '2026-05-31T09:00Z',
      '2026-07-31T09:00Z',
      '2026-08-31T09:00Z',
    ]);
  });

  test('29 February is every leap year, and not in 2100', () => {
    expect(runsAfter('0 9 29 2 *', 'UTC', '2026-01-31T09:00:00Z', 2)).toEqual([
      '2028-02-29T09:00Z',
      '2032-02-29T09:00Z',
    ]);
    expect(runsAfter('0 9 29 2 *', 'UTC', '2096-02-29T09:00:00Z', 1)).toEqual(['2104-02-29T09:00Z']);
  });

  test('day of month and day of week are alternatives, as ever in cron', () => {
    expect(runsAfter('0 0 13 * FRI', 'UTC', '2026-01-05T00:00:00Z', 2)).toEqual([
      '2026-01-09T00:00Z',
      '2026-01-13T00:00Z',
    ]);
  });
});

describe('what is rejected', () => {
  test.each(['0 0 30 2 *', '0 0 31 4,6,9,11 *', '* * 31 2 *'])('%s never fires', (expression) => {
    expect(findCronProblem(expression)).toBe('This never happens: no year has such a day');
    expect(findNextRun({ cronExpression: expression, timezone: 'UTC' }, 0)).toBeUndefined();
  });

  test.each(['', '* * * *', '* * * * * *', '0 * * * * * 2027', '@daily', '2026-01-31T09:00:00'])(
    '"%s" has no five fields',
    (expression) => {
      expect(findCronProblem(expression)).toBe(
        'Write five fields: minute, hour, day of month, month, day of week',
      );
    },
  );

  test.each([
    ['60 * * * *', 'minute 60'],
    ['0 24 * * *', 'hour 24'],
    ['0 0 0 * *', 'day of month 0'],
    ['0 0 * 13 *', 'month 13'],
    ['0 0 * * MOO', 'day of week MOO'],
    ['*/0 * * * *', 'minute */0'],
    ['0 17-9 * * *', 'hour 17-9'],
  ])('%s', (expression, field) => {
    expect(findCronProblem(expression)).toBe(`The ${field} cannot be read`);
  });

  test.each(['* * * * *', '*/5 9-17 * * MON-FRI', '0 0 29 2 *', '0  0 L * *'])('%s is fine', (expression) => {
    expect(findCronProblem(expression)).toBeUndefined();
  });

  test('zones that are none', () => {
    expect(['UTC', 'Europe/Berlin', 'Asia/Kolkata'].map(isTimezone)).toEqual([true, true, true]);
    expect(['', 'Mars/Olympus', '+02:00', '-0300', 'Europe/Berlin '].map(isTimezone)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});

describe('the next and the latest times', () => {
  const everyMinute = { cronExpression: '* * * * *', timezone: 'UTC' };
  const noon = Date.UTC(2026, 0, 5, 12);

  test('the next is after the given one, to the millisecond', () => {
    expect(findNextRun(everyMinute, noon - 1)).toBe(noon);
    expect(findNextRun(everyMinute, noon)).toBe(noon + 60_000);
    expect(findNextRun(everyMinute, noon + 59_999)).toBe(noon + 60_000);
  });

  test('the latest are within their bounds, both included, the newest of them, oldest first', () => {
    const span = { from: noon, to: noon + 5 * 60_000, limit: 3 };
    expect(listLatestRuns(everyMinute, span).map((time) => (time - noon) / 60_000)).toEqual([3, 4, 5]);
    expect(listLatestRuns(everyMinute, { ...span, from: noon + 240_000 })).toHaveLength(2);
    expect(listLatestRuns(everyMinute, { ...span, to: span.to - 1 }).at(-1)).toBe(noon + 240_000);
    expect(listLatestRuns(everyMinute, { ...span, from: noon + 1, to: noon + 2 })).toEqual([]);
  });

  test('they are counted from the first bound until before the second, and not beyond the limit', () => {
    const spans = [
      [0, 60_000],
      [1, 60_000],
      [0, 60_001],
      [0, 3_600_000],
    ] as const;
    const counts = spans.map(([from, before]) =>
      finish(countRuns(everyMinute, { from: noon + from, before: noon + before, limit: 10 })),
    );
    expect(counts).toEqual([1, 0, 2, 10]);
  });

  test.each(['America/New_York', 'Europe/London', 'Australia/Lord_Howe'])(
    'looking back sees what looking ahead saw, around the changes of the clock in %s',
    (timezone) => {
      const spans = [
        [Date.UTC(2026, 2, 7), Date.UTC(2026, 3, 7)],
        [Date.UTC(2026, 9, 3), Date.UTC(2026, 10, 3)],
      ] as const;
      for (const cronExpression of ['30 2 * * *', '*/30 1-2 * * *', '0,45 1,2 * * *']) {
        for (const [from, to] of spans) {
          const schedule = { cronExpression, timezone };
          const ahead = listNextRuns(schedule, from - 1, 200).filter((time) => time <= to);
          expect(listLatestRuns(schedule, { from, to, limit: 200 })).toEqual(ahead);
        }
      }
    },
  );
});
