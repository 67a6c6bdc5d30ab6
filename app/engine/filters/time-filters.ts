// Filters of times: ISO 8601 and Unix times, as conditions read them. No filter reads the current time.
import { readTime } from '../comparing/compared-value';
import { textOf } from '../json/value-text';
import { type ReadOffset, readOffsets } from '../triggers/zone-offsets';
import { addMonths, addWeekdays, countMonths, countWeekdays, day } from './calendar';
import { formatTime } from './time-format';
import { readWrittenTime } from './time-reading';
import { type ApplyFilter, FilterProblem, type FilterWork, keep, readWhole, spend } from './filtering';
import { readLocale } from './number-filters';

export const timeFilters = {
  /** Formats a time by the codes of strftime (C, POSIX): `date: '%d.%m.%Y %H:%M', 'Europe/Berlin', 'de'`. */
  date: (value, [pattern, zone, locale], work) => {
    const at = readTime(value);
    if (at === undefined) return refuseTime(value);
    const offsetAt = readZone(zone, work);
    if (offsetAt instanceof FilterProblem) return offsetAt;
    if (!isWritable(toClock(at, offsetAt))) return needsYear;
    return formatTime(textOf(pattern), at, offsetAt, readLocale(locale), work);
  },
  /** Reads a time that is no ISO 8601, by the codes of `date`: `parse_date: '%d.%m.%Y %H:%M', 'Europe/Berlin'`. */
  parse_date: (value, [pattern, zone, locale], work) => {
    const offsetAt = readZone(zone, work);
    if (offsetAt instanceof FilterProblem) return offsetAt;
    const read = readWrittenTime(textOf(value), textOf(pattern), readLocale(locale));
    if (read instanceof FilterProblem) return read;
    const { clock, offset, hasTime } = read;
    if (!hasTime) return new Date(clock).toISOString().slice(0, 10);
    return new Date(offset === undefined ? fromClock(clock, offsetAt) : clock - offset).toISOString();
  },
  /** Adds to a time: `date_add: 3, 'days'`; days and longer by a zone's clock: `date_add: 1, 'month', 'Europe/Berlin'`. */
  date_add: (value, [count, unit, zone], work) => {
    const at = readTime(value);
    if (at === undefined) return refuseTime(value);
    const number = readWhole(count);
    if (number === undefined) return new FilterProblem('needs a whole number to add');
    const step = readUnit(unit);
    if (!step) return needsUnit;
    const offsetAt = readZone(zone, work);
    if (offsetAt instanceof FilterProblem) return offsetAt;
    const moved = addTime(at, number, step, offsetAt);
    if (moved === undefined || !isWritable(moved))
      return new FilterProblem('leads out of the years 0 to 9999');
    // A date without a time stays one.
    const isDate = typeof value === 'string' && /^\s*\d{4}-\d{2}-\d{2}\s*$/.test(value) && !('ms' in step);
    const text = new Date(moved).toISOString();
    return isDate ? text.slice(0, 10) : text;
  },
  /**
   * Returns how much later the value is than the argument, in whole units: `date_diff: order.created, 'days'`; days and longer by
   * a zone's clock: `date_diff: order.created, 'weekdays', 'Europe/Berlin'`.
   */
  date_diff: (value, [other, unit, zone], work) => {
    const [at, from] = [readTime(value), readTime(other)];
    if (at === undefined || from === undefined) return needsTime;
    const step = unit === undefined ? { ms: day } : readUnit(unit);
    if (!step) return needsUnit;
    if (zone !== undefined) spend(work, work.kept?.has(keyOfZone(textOf(zone))) ? 50 : 500);
    const offsetAt = readZone(zone, work);
    if (offsetAt instanceof FilterProblem) return offsetAt;
    if ('ms' in step) return Math.trunc((at - from) / step.ms);
    const [clock, start] = [toClock(at, offsetAt), toClock(from, offsetAt)];
    if (zone !== undefined && !(isWritable(clock) && isWritable(start))) return needsYear;
    return countUnits(start, clock, step);
  },
  /** Returns the seconds since 1970. */
  unix: (value) => {
    const at = readTime(value);
    return at === undefined ? refuseTime(value) : Math.floor(at / 1000);
  },
} satisfies Record<string, ApplyFilter>;

const needsTime = new FilterProblem('needs a time, like 2026-01-05T12:00:00Z or 1767614400');
/** No filter reads a clock, so that a run which is resumed gets the same results. */
const needsStart = new FilterProblem(
  'knows no “now”: begin with run.startedAt, the time at which the run began',
);

function refuseTime(value: unknown): FilterProblem {
  return value === 'now' || value === 'today' ? needsStart : needsTime;
}
const needsYear = new FilterProblem('needs a time of the years 0 to 9999');
const needsUnit = new FilterProblem(
  'needs a unit: seconds, minutes, hours, days, weekdays, weeks, months or years',
);

/** A unit of fixed length, or one of the calendar. */
type Unit = { ms: number } | CalendarUnit;
type CalendarUnit = { days: number; months: number } | { weekdays: 1 };

const units: Record<string, Unit> = {
  second: { ms: 1000 },
  minute: { ms: 60_000 },
  hour: { ms: 3_600_000 },
  day: { days: 1, months: 0 },
  weekday: { weekdays: 1 },
  week: { days: 7, months: 0 },
  month: { days: 0, months: 1 },
  year: { days: 0, months: 12 },
};

function readUnit(value: unknown): Unit | undefined {
  const name = textOf(value).trim().toLowerCase().replace(/s$/, '');
  return Object.hasOwn(units, name) ? units[name] : undefined;
}

function keyOfZone(name: string): string {
  return `zone ${name}`;
}

function readZone(value: unknown, work: FilterWork): ReadOffset | FilterProblem {
  const name = textOf(value);
  if (name === '' || name === 'UTC') return () => 0;
  try {
    return keep(work, keyOfZone(name), () => readOffsets(name));
  } catch (error) {
    if (error instanceof RangeError) return new FilterProblem('needs a time zone, like Europe/Berlin');
    throw error;
  }
}

/** Returns the time that a zone's clock shows as though it were UTC, in milliseconds. */
function toClock(at: number, offsetAt: ReadOffset): number {
  return at + offsetAt(at);
}

/** Returns when a zone's clock shows `clock`; a skipped time moves on by the gap, and a repeated time means its first. */
function fromClock(clock: number, offsetAt: ReadOffset): number {
  const [before, behind] = [offsetAt(clock - day), offsetAt(clock + day)];
  const early = clock - Math.max(before, behind);
  const late = clock - Math.min(before, behind);
  if (toClock(early, offsetAt) === clock) return early;
  if (toClock(late, offsetAt) === clock) return late;
  return clock - before;
}

/** Adds to a time; undefined where a calendar unit leaves the years of four digits, for which zones have no clock. */
function addTime(at: number, count: number, unit: Unit, offsetAt: ReadOffset): number | undefined {
  if ('ms' in unit) return at + count * unit.ms;
  const from = toClock(at, offsetAt);
  const clock =
    'weekdays' in unit
      ? addWeekdays(from, count)
      : addMonths(from + count * unit.days * day, count * unit.months);
  return isWritable(clock) ? fromClock(clock, offsetAt) : undefined;
}

/** Counts the whole units from one time of a clock to another. */
function countUnits(from: number, at: number, unit: CalendarUnit): number {
  if ('weekdays' in unit) return countWeekdays(from, at);
  return unit.months === 0
    ? Math.trunc((at - from) / (unit.days * day))
    : Math.trunc(countMonths(from, at) / unit.months);
}

/** Checks whether a moment has a year of four digits. */
function isWritable(at: number): boolean {
  return Math.abs(at) <= 8.64e15 && /^\d{4}-/.test(new Date(at).toISOString());
}
