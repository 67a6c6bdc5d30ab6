// When a schedule is due. croner only calculates here: the time is passed in, and no timer is ever started.
import { Cron } from 'croner';
import { findChange, type ReadOffset, readOffsets } from './zone-offsets';

export interface Schedule {
  /** Five fields: minute, hour, day of month, month, day of week. */
  cronExpression: string;
  /** A name of the IANA time zone database. */
  timezone: string;
}

/** Whether a pattern ever fires depends on no year of today: within these eight lies a 29 February. */
const anyTime = Date.UTC(2001, 0, 1);

/**
 * `no-wildcard` is cron's custom at changes of the clock: a pattern without star and step in minute and hour is made
 * up for when its time is jumped over and fires once when it comes twice. All others go by the time that passes.
 */
function createCalculator({ cronExpression, timezone }: Schedule): Cron {
  return new Cron(cronExpression, { mode: '5-part', fixedTimeRule: 'no-wildcard', timezone, paused: true });
}

const fieldNames = ['minute', 'hour', 'day of month', 'month', 'day of week'] as const;

/** What is wrong with a pattern, for people; undefined when nothing is. */
export function findCronProblem(cronExpression: string): string | undefined {
  const fields = cronExpression.trim().split(/\s+/);
  // Without this, croner would take a date or a name such as @daily.
  if (fields.length !== fieldNames.length) {
    return 'Write five fields: minute, hour, day of month, month, day of week';
  }
  for (const [index, name] of fieldNames.entries()) {
    const alone = fieldNames.map((_name, other) => (other === index ? fields[other] : '*')).join(' ');
    if (!isReadable(alone)) return `The ${name} ${fields[index]} cannot be read`;
  }
  const isEver = findNextRun({ cronExpression, timezone: 'UTC' }, anyTime) !== undefined;
  return isEver ? undefined : 'This never happens: no year has such a day';
}

function isReadable(cronExpression: string): boolean {
  try {
    createCalculator({ cronExpression, timezone: 'UTC' });
    return true;
  } catch {
    return false;
  }
}

/** Whether a time zone has this name. Offsets such as `+02:00` are none: they know no daylight saving time. */
export function isTimezone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return Boolean(Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

/** The first due time after `after`, in milliseconds since 1970; undefined when there is none any more. */
export function findNextRun(schedule: Schedule, after: number): number | undefined {
  return createFinder(schedule)(after);
}

/** The next `count` due times after `after`, or fewer when there are no more. */
export function listNextRuns(schedule: Schedule, after: number, count: number): number[] {
  const findNext = createFinder(schedule);
  const runs: number[] = [];
  let next = findNext(after);
  for (; next !== undefined && runs.length < count; next = findNext(next)) runs.push(next);
  return runs;
}

/** The newest `limit` due times from `from` to `to`, both included, oldest first. */
export function listLatestRuns(
  schedule: Schedule,
  { from, to, limit }: { from: number; to: number; limit: number },
): number[] {
  // croner looks back from a whole second, which it leaves out.
  const found = createCalculator(schedule)
    .previousRuns(limit + 1, new Date(to + 1000))
    .map((date) => date.getTime())
    .filter((time) => time >= from && time <= to);
  const runs = new Set(found);
  if (isLateTimeOfDay(schedule)) {
    const findNext = createFinder(schedule);
    // Those that croner leaves out are found from the one before.
    for (const start of [from - 1, ...found]) {
      let next = findNext(start);
      for (; next !== undefined && next <= to && !runs.has(next); next = findNext(next)) runs.add(next);
    }
  }
  return [...runs].toSorted((a, b) => a - b).slice(-limit);
}

/** How many due times lie from `from` until before `before`; not counted on beyond `limit`. */
export function countRuns(
  schedule: Schedule,
  { from, before, limit }: { from: number; before: number; limit: number },
): number {
  const findNext = createFinder(schedule);
  let count = 0;
  let next = findNext(from - 1);
  while (next !== undefined && next < before && count < limit) {
    count += 1;
    next = findNext(next);
  }
  return count;
}

/**
 * Whether a pattern names times of the day from 21:00 on, the only ones for which a clock that is put forward by some hours lands on
 * the next day.
 */
function isLateTimeOfDay({ cronExpression, timezone }: Schedule): boolean {
  const [minute = '', hour = ''] = cronExpression.trim().split(/\s+/);
  return timezone !== 'UTC' && !/[*/]/.test(minute + hour) && /\b2[1-3]\b/.test(hour);
}

/** Finds the first due time after another one. */
function createFinder(schedule: Schedule): (after: number) => number | undefined {
  const calculator = createCalculator(schedule);
  const findPlain = (after: number) => calculator.nextRun(new Date(after))?.getTime();
  if (!isLateTimeOfDay(schedule)) return findPlain;
  const local = createCalculator({ ...schedule, timezone: 'UTC' });
  const offsetAt = readOffsets(schedule.timezone);
  return (after) => {
    const next = findPlain(after);
    // Local times as if they were UTC.
    const offset = offsetAt(after);
    const named = local.nextRun(new Date(after + offset))?.getTime();
    if (named === undefined || next === undefined || Math.abs(named - offset - next) < halfDayMs) return next;
    const landing = findLanding(offsetAt, named);
    return landing !== undefined && landing > after && landing < next ? landing : next;
  };
}

const halfDayMs = 12 * 3_600_000;
const dayMs = 2 * halfDayMs;

/**
 * When the clock lands that jumps over a local time, given as if it were UTC; undefined when the clock shows that time. croner leaves
 * a time out for which the clock lands on the next day, as it does in Greenland.
 */
function findLanding(offsetAt: ReadOffset, named: number): number | undefined {
  const [before, since] = [offsetAt(named - dayMs), offsetAt(named + dayMs)];
  if (since <= before) return undefined;
  const at = findChange(offsetAt, named - dayMs, named + dayMs);
  return at + before <= named && named < at + since ? at : undefined;
}
