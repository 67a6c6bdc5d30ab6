// What a schedule owes at a given time: usually its one due time, after an outage perhaps many.
import { countRuns, findNextRun, listLatestRuns } from './cron';
import type { CronTrigger } from './trigger';

/** A due time so little in the past is no missed one: a restart of the server is no outage. */
export const onTimeMs = 60_000;

/** How many missed runs are made up for, the newest; the others are skipped and shown. */
export const maxCatchUp = 100;

/** Skipped times beyond this are not counted one by one. */
export const maxCounted = 1_000;

export interface SkippedTimes {
  first: number;
  /** At most {@link maxCounted}; then there may be more. */
  count: number;
}

export interface DuePlan {
  /** The due time to run for now; null when there is none. */
  due: number | null;
  /** It was missed, not just reached. */
  isMissed: boolean;
  /** Due times before or, without a `due` one, up to now that get no run. */
  skipped: SkippedTimes | null;
  /** When to look again, which may be in the past while missed runs are made up for; null when it never fires again. */
  nextAt: number | null;
}

/** What to do at `now` about a schedule whose next time was to be `nextAt`; all in milliseconds since 1970. */
export function planDue(cron: CronTrigger['cron'], nextAt: number, now: number): DuePlan {
  const limit = cron.missedRuns === 'all' ? maxCatchUp : 1;
  const [oldest] = listLatestRuns(cron, { from: nextAt, to: now, limit });
  // The rules of the zone changed since the time was stored, and what they say now lies ahead.
  if (oldest === undefined) {
    return { due: null, isMissed: false, skipped: null, nextAt: findNextRun(cron, now) ?? null };
  }
  const isMissed = now - oldest > onTimeMs;
  const due = isMissed && cron.missedRuns === 'none' ? null : oldest;
  return {
    due,
    isMissed,
    skipped: countSkipped(cron, nextAt, due === null ? oldest + 1 : oldest),
    nextAt: findNextRun(cron, oldest) ?? null,
  };
}

/** The due times from `from` until before `before`. */
function countSkipped(cron: CronTrigger['cron'], from: number, before: number): SkippedTimes | null {
  const count = from < before ? countRuns(cron, { from, before, limit: maxCounted }) : 0;
  return count > 0 ? { first: findNextRun(cron, from - 1) ?? from, count } : null;
}
