import { type ClockChange, listClockChanges } from '~/engine/triggers/clock-changes';
import {
  findCronProblem,
  isTimezone,
  listNextRuns,
  namesTimesOfDay,
  type Schedule,
} from '~/engine/triggers/cron';
import { describeCron } from './describe-cron.server';

export interface SchedulePreview {
  cronExpression: string;
  timezone: string;
  /** The pattern in words; undefined when there are none. */
  words: string | undefined;
  /** The next five due times, written in the schedule's zone. */
  nextRuns: string[];
  /** Warnings about local times of the coming year that the zone's clock skips or shows twice. */
  warnings: string[];
}

/** Describes a schedule as it was typed; undefined without a valid pattern and zone. `now` is in milliseconds. */
export function describeSchedule(
  { type, cron }: { type: string; cron: { cronExpression: string; timezone: string } },
  now: number,
): SchedulePreview | undefined {
  const schedule = { cronExpression: cron.cronExpression.trim(), timezone: cron.timezone.trim() };
  if (type !== 'cron' || schedule.cronExpression.length > 200) return undefined;
  if (findCronProblem(schedule.cronExpression) || !isTimezone(schedule.timezone)) return undefined;
  const format = createFormat({ timeZone: schedule.timezone, dateStyle: 'full', timeStyle: 'short' });
  return {
    ...schedule,
    words: describeCron(schedule.cronExpression),
    nextRuns: listNextRuns(schedule, now, 5).map((time) => format.format(time)),
    warnings: listClockChanges(schedule, now).map((change) => describeChange(change, schedule)),
  };
}

/** Says what a clock change makes of the schedule's times. docs/schedules.md has the rule. */
function describeChange({ kind, from, to }: ClockChange, { cronExpression }: Schedule): string {
  const isFixed = namesTimesOfDay(cronExpression);
  // Local times are given as if they were UTC.
  const day = createFormat({ timeZone: 'UTC', dateStyle: 'full' });
  const time = createFormat({ timeZone: 'UTC', timeStyle: 'short' });
  const date = day.format(from);
  // A clock may land on the next day.
  const end = (day.format(to) === date ? '' : `${day.format(to)} at `) + time.format(to);
  const span = `${time.format(from)} to ${end}`;
  if (kind === 'skipped') {
    const then = isFixed ? `it runs at ${end} instead` : 'it does not run then';
    return `On ${date}, clocks skip ${span}, and the schedule has a time in between: ${then}.`;
  }
  const then = isFixed ? 'it runs the first time only' : 'it runs both times';
  return `On ${date}, clocks show ${span} twice, and the schedule has a time in between: ${then}.`;
}

/** Times of the preview are all written in this way. */
function createFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-GB', options);
}
