import { expect, test } from 'vitest';
import {
  formatDayTime,
  formatDuration,
  formatExactTime,
  formatRelativeTime,
} from '~/components/time/time-format';

const now = Date.UTC(2026, 2, 9, 14, 5, 9);
const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

test.each([
  [0, 'just now'],
  [4999, 'just now'],
  [5 * second, '5 s ago'],
  [59_999, '59 s ago'],
  [minute, '1 min ago'],
  [hour - 1, '59 min ago'],
  [hour, '1 h ago'],
  [day - 1, '23 h ago'],
  [day, '1 day ago'],
  [2 * day, '2 days ago'],
  [30 * day - 1, '29 days ago'],
  [30 * day, '2026-02-07'],
])('%i ms before now is %s', (distance, expected) => {
  expect(formatRelativeTime(now - distance, now)).toBe(expected);
});

test.each([
  [4 * second, 'just now'],
  [90 * second, 'in 1 min'],
  [day - second, 'in 23 h'],
  [3 * day, 'in 3 days'],
  [7 * day - second, 'in 7 days'],
  [6 * day + hour, 'in 6 days'],
  [40 * day, '2026-04-18'],
])('%i ms after now is %s', (distance, expected) => {
  expect(formatRelativeTime(now + distance, now)).toBe(expected);
});

test('the exact time is in UTC, to the second', () => {
  expect(formatExactTime(now)).toBe('2026-03-09 14:05:09 UTC');
});

test.each([
  [0, '0 ms'],
  [87.4, '87 ms'],
  [999.6, '1.00 s'],
  [1240, '1.24 s'],
  [59_999, '1 min 0 s'],
  [125_000, '2 min 5 s'],
  [hour - second, '59 min 59 s'],
  [hour - 1, '1 h 0 min'],
  [200 * minute, '3 h 20 min'],
  [day - minute, '23 h 59 min'],
  [day - second, '1 day 0 h'],
  [52 * hour, '2 days 4 h'],
])('a duration of %d ms is %s', (ms, expected) => {
  expect(formatDuration(ms)).toBe(expected);
});

test('a time in a line of a log has its day, and no year', () => {
  expect(formatDayTime(now)).toBe('Mar 9, 14:05:09');
  expect(formatDayTime(Date.UTC(2026, 11, 31, 23, 59, 59))).toBe('Dec 31, 23:59:59');
});
