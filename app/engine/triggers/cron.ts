// When a schedule is due. croner only calculates here: the time is passed in, and no timer is ever started.
import { Cron } from 'croner';
import type { InParts } from '../json/json-parts';
import { findChange, type ReadOffset, readOffsets } from './zone-offsets';

export interface Schedule {
  /** Five fields: minute, hour, day of month, month, day of week. */
  cronExpression: string;
  /** A name of the IANA time zone database. */
  timezone: string;
}

/** A fixed time to search from, so that today's year does not decide whether a pattern ever fires; 29 February 2004 follows. */
const anyTime = Date.UTC(2001, 0, 1);

/**
 * Creates croner's calculator. `no-wildcard` is cron's custom at clock changes: a pattern without star and step in minute and
 * hour still fires when its time is skipped, and fires once when its time comes twice. All others go by elapsed time.
 */
function createCalculator({ cronExpression, timezone }: Schedule): Cron {
  return new Cron(cronExpression, { mode: '5-part', fixedTimeRule: 'no-wildcard', timezone, paused: true });
}

const fieldNames = ['minute', 'hour', 'day of month', 'month', 'day of week'] as const;

/** Describes what is wrong with a pattern, for people; undefined when nothing is. */
export function findCronProblem(cronExpression: string): string | undefined {
  const fields = cronExpression.trim().split(/\s+/);
  // Without this check, croner would accept a date or a name such as @daily.
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

/** Checks whether a time zone has this name. Offsets such as `+02:00` are refused: they know no daylight saving time. */
export function isTimezone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return Boolean(Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

/** Checks whether a pattern names times of day: no star and no step in minute and hour. Clock changes move these times. */
export function namesTimesOfDay(cronExpression: string): boolean {
  return !/[*/]/.test(cronExpression.trim().split(/\s+/, 2).join(' '));
}

/** Returns the first due time after `after`, in milliseconds since 1970; undefined when there is none any more. */
export function findNextRun(schedule: Schedule, after: number): number | undefined {
  return createFinder(schedule)(after);
}

/** Lists the next `count` due times after `after`, or fewer when there are no more. */
export function listNextRuns(schedule: Schedule, after: number, count: number): number[] {
  const findNext = createFinder(schedule);
  const runs: number[] = [];
  let next = findNext(after);
  for (; next !== undefined && runs.length < count; next = findNext(next)) runs.push(next);
  return runs;
}

/** Lists the newest `limit` due times from `from` to `to`, both included, oldest first. */
export function listLatestRuns(
  schedule: Schedule,
  { from, to, limit }: { from: number; to: number; limit: number },
): number[] {
  // croner searches back from a whole second and excludes it.
  const found = createCalculator(schedule)
    .previousRuns(limit + 1, new Date(to + 1000))
    .map((date) => date.getTime())
    .filter((time) => time >= from && time <= to);
  const runs = new Set(found);
  if (isLateTimeOfDay(schedule)) {
    const findNext = createFinder(schedule);
    // Due times that croner leaves out are found from the due time before them. When it found more than are wanted, those before
    // all of these count no more.
    for (const start of found.length > limit ? found : [from - 1, ...found]) {
      let next = findNext(start);
      for (; next !== undefined && next <= to && !runs.has(next); next = findNext(next)) runs.add(next);
    }
  }
  return [...runs].toSorted((a, b) => a - b).slice(-limit);
}

/** Counts the due times from `from` until before `before`, up to `limit`, each in a part: a thousand take tens of milliseconds. */
export function* countRuns(
  schedule: Schedule,
  { from, before, limit }: { from: number; before: number; limit: number },
): InParts<number> {
  const findNext = createFinder(schedule);
  let count = 0;
  let next = findNext(from - 1);
  while (next !== undefined && next < before && count < limit) {
    count += 1;
    yield;
    next = findNext(next);
  }
  return count;
}

/**
 * Checks whether a pattern names times of day from 21:00 on. Only for those can a clock that is put forward by some hours land
 * on the next day.
 */
function isLateTimeOfDay({ cronExpression, timezone }: Schedule): boolean {
  const [minute = '', hour = ''] = cronExpression.trim().split(/\s+/);
  return timezone !== 'UTC' && !/[*/]/.test(minute + hour) && /\b2[1-3]\b/.test(hour);
}

/** Creates a function that finds the first due time after another one. */
function createFinder(schedule: Schedule): (after: number) => number | undefined {
  const calculator = createCalculator(schedule);
  const findPlain = (after: number) => calculator.nextRun(new Date(after))?.getTime();
  if (!isLateTimeOfDay(schedule)) return findPlain;
  const local = createCalculator({ ...schedule, timezone: 'UTC' });
  const offsetAt = readOffsets(schedule.timezone);
  return (after) => {
    const next = findPlain(after);
    // Local times are treated as UTC.
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
 * Returns when the clock lands after it jumped over `named`, a local time given as if it were UTC; undefined when the clock
 * shows that time. croner leaves out a due time when the clock lands on the next day, as it does in Greenland.
 */
function findLanding(offsetAt: ReadOffset, named: number): number | undefined {
  const [before, since] = [offsetAt(named - dayMs), offsetAt(named + dayMs)];
  if (since <= before) return undefined;
  const at = findChange(offsetAt, named - dayMs, named + dayMs);
  return at + before <= named && named < at + since ? at : undefined;
}
