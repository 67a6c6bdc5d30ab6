// What a schedule owes at a given time: usually its one due time, after an outage perhaps many.
import { countRuns, findNextRun, listLatestRuns } from './cron';
import type { InParts } from '../json/json-parts';
import type { CronTrigger } from './trigger';

/** How late a run may start without counting as missed, in milliseconds: a restart of the server is no outage. */
const onTimeMs = 60_000;

/** How many missed runs are made up for, newest first; the others are skipped and shown. */
const maxCatchUp = 100;

/** Skipped times beyond this number are not counted. */
export const maxCounted = 1_000;

export interface SkippedTimes {
  first: number;
  /** At most {@link maxCounted}; there may be more when it is reached. */
  count: number;
}

export interface DuePlan {
  /** The due time to run for now; null when there is none. */
  due: number | null;
  /** The due time was missed, not just reached. */
  isMissed: boolean;
  /** Due times that get no run: those before `due`, or those up to now when `due` is null. */
  skipped: SkippedTimes | null;
  /** When to look again; in the past while missed runs are made up for, null when the schedule never fires again. */
  nextAt: number | null;
}

/** Checks whether a due time was missed, and not just reached. */
export function isMissedAt(due: number, now: number): boolean {
  return now - due > onTimeMs;
}

/**
 * Plans what to do at `now` about a schedule whose next time was `nextAt`; all times in milliseconds since 1970. After a long
 * outage this takes tens of milliseconds, in parts.
 */
export function* planDue(cron: CronTrigger['cron'], nextAt: number, now: number): InParts<DuePlan> {
  const limit = cron.missedRuns === 'all' ? maxCatchUp : 1;
  const [oldest] = listLatestRuns(cron, { from: nextAt, to: now, limit });
  // The zone's rules changed after the time was stored, and by the new rules the next time lies ahead.
  if (oldest === undefined) {
    return { due: null, isMissed: false, skipped: null, nextAt: findNextRun(cron, now) ?? null };
  }
  const isMissed = isMissedAt(oldest, now);
  const due = isMissed && cron.missedRuns === 'none' ? null : oldest;
  return {
    due,
    isMissed,
    skipped: yield* countSkipped(cron, nextAt, due === null ? oldest + 1 : oldest),
    nextAt: findNextRun(cron, oldest) ?? null,
  };
}

/** Counts the due times from `from` until before `before`. */
function* countSkipped(
  cron: CronTrigger['cron'],
  from: number,
  before: number,
): InParts<SkippedTimes | null> {
  const count = from < before ? yield* countRuns(cron, { from, before, limit: maxCounted }) : 0;
  return count > 0 ? { first: findNextRun(cron, from - 1) ?? from, count } : null;
}
