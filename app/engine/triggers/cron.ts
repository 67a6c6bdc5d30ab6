// When a schedule is due. croner only calculates here: the time is passed in, and no timer is ever started.
import { Cron } from 'croner';

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
  return createCalculator(schedule).nextRun(new Date(after))?.getTime();
}

/** The next `count` due times after `after`, or fewer when there are no more. */
export function listNextRuns(schedule: Schedule, after: number, count: number): number[] {
  const calculator = createCalculator(schedule);
  return calculator.nextRuns(count, new Date(after)).map((date) => date.getTime());
}

/** The newest `limit` due times from `from` to `to`, both included, oldest first. */
export function listLatestRuns(
  schedule: Schedule,
  { from, to, limit }: { from: number; to: number; limit: number },
): number[] {
  // croner looks back from a whole second, which it leaves out.
  const runs = createCalculator(schedule).previousRuns(limit + 1, new Date(to + 1000));
  return runs
    .map((date) => date.getTime())
    .toSorted((a, b) => a - b)
    .filter((time) => time >= from && time <= to)
    .slice(-limit);
}

/** How many due times lie from `from` until before `before`; not counted on beyond `limit`. */
export function countRuns(
  schedule: Schedule,
  { from, before, limit }: { from: number; before: number; limit: number },
): number {
  const calculator = createCalculator(schedule);
  let count = 0;
  let next = calculator.nextRun(new Date(from - 1));
  while (next && next.getTime() < before && count < limit) {
    count += 1;
    next = calculator.nextRun(next);
  }
  return count;
}
