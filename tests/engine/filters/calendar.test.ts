// Weekdays, as terms of payment and promised answers count them.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addWeekdays, countWeekdays, day } from '~/engine/filters/calendar';
import { stringifyJson } from '~/engine/json/json';
import { readVariable } from '~/engine/placeholders/read-variable';

const variables = new Map<string, unknown>(
  Object.entries({
    friday: '2026-01-09',
    saturday: '2026-01-10',
    sunday: '2026-01-11',
    monday: '2026-01-12',
    // Saturday in Berlin.
    late: '2026-01-09T23:30:00Z',
    // On the next Sunday the clocks of Berlin go forward.
    beforeSummer: '2026-03-27T09:00:00Z',
    afterSummer: '2026-03-30T08:00:00Z',
    // The 28th and the 28th, by New York's clock.
    startOfMonth: '2026-03-01T03:00:00Z',
    endOfMonth: '2026-03-29T02:00:00Z',
    opened: '2026-01-09T17:00:00Z',
    closed: '2026-01-13T16:59:00Z',
  }),
);

describe('weekdays are added and counted:', () => {
  test.each([
    ["friday | date_add: 1, 'weekday'", '"2026-01-12"'],
    ["friday | date_add: 5, 'weekdays'", '"2026-01-16"'],
    ["friday | date_add: 6, 'weekdays'", '"2026-01-19"'],
    ["saturday | date_add: 1, 'weekday'", '"2026-01-12"'],
    ["saturday | date_add: 5, 'weekdays'", '"2026-01-16"'],
    ["saturday | date_add: 0, 'weekdays'", '"2026-01-10"'],
    ["monday | date_add: -1, 'weekday'", '"2026-01-09"'],
    ["sunday | date_add: -5, 'weekdays'", '"2026-01-05"'],
    ["sunday | date_add: -1, 'weekday' | date_add: 1, 'weekday'", '"2026-01-12"'],
    ["monday | date_add: -1, 'weekday' | date_add: 1, 'weekday'", '"2026-01-12"'],
    ["late | date_add: 1, 'weekday'", '"2026-01-12T23:30:00.000Z"'],
    ["late | date_add: 1, 'weekday', 'Europe/Berlin'", '"2026-01-11T23:30:00.000Z"'],
    ["beforeSummer | date_add: 1, 'weekday', 'Europe/Berlin'", '"2026-03-30T08:00:00.000Z"'],
    ["closed | date_diff: opened, 'weekdays'", '1'],
    ["opened | date_diff: closed, 'weekdays'", '-1'],
    ["monday | date_diff: friday, 'weekdays'", '1'],
    ["monday | date_diff: saturday, 'weekdays'", '1'],
    ["sunday | date_diff: friday, 'weekdays'", '0'],
    // Saturday in Berlin, from which one weekday leads to Monday.
    ["monday | date_diff: late, 'weekdays'", '0'],
    ["monday | date_diff: late, 'weekdays', 'Europe/Berlin'", '1'],
    ["afterSummer | date_diff: beforeSummer, 'days'", '2'],
    ["afterSummer | date_diff: beforeSummer, 'days', 'Europe/Berlin'", '3'],
    ["afterSummer | date_diff: beforeSummer, 'hours', 'Europe/Berlin'", '71'],
    ["endOfMonth | date_diff: startOfMonth, 'months'", '0'],
    ["endOfMonth | date_diff: startOfMonth, 'months', 'America/New_York'", '1'],
  ])('%s is %s', (source, value) => {
    expect(stringifyJson(readVariable(source, variables))).toBe(value);
  });

  test('as many as one steps through, day by day', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: -400, max: 400 }), (at, count) => {
        let stepped = at * day;
        for (let left = Math.abs(count); left > 0;) {
          stepped += Math.sign(count) * day;
          if (![0, 6].includes(new Date(stepped).getUTCDay())) left -= 1;
        }
        expect(addWeekdays(at * day, count)).toBe(stepped);
        expect(countWeekdays(at * day, stepped)).toBe(count);
      }),
    );
  });

  test('beyond the years of four digits there are none', () => {
    expect(readVariable("friday | date_add: 999999999, 'weekdays'", variables)).toBeUndefined();
  });
});
