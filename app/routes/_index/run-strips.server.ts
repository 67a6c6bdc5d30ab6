// What a card shows of its integration's newest runs, out of their rows.
import type { AppContext } from '~/context';
import { listRecentRuns, type RecentRun } from '~/db/executions/logs/recent-runs';
import type { CardRuns } from './run-strip';

/** So many runs a card has room for. */
const stripLength = 12;
/** Of the strip's height, in percent: the shortest run can still be pressed and distinguished. */
const lowest = 30;
const shownError = 160;

/** By integration. One that has never run is missing. */
export async function describeRecentRuns(
  app: Pick<AppContext, 'db'>,
  owned: { organizationId: string; integrationIds: string[] },
): Promise<Record<string, CardRuns>> {
  const runs = new Map<string, RecentRun[]>();
  for (const run of await listRecentRuns(app.db, { ...owned, limit: stripLength })) {
    runs.set(run.integrationId, [...(runs.get(run.integrationId) ?? []), run]);
  }
  return Object.fromEntries([...runs].map(([id, newest]) => [id, describe(newest)]));
}

/** @param runs the newest first */
function describe(runs: RecentRun[]): CardRuns {
  const longest = Math.max(1, ...runs.map(({ durationMs }) => durationMs ?? 0));
  const newestEnd = runs.find(({ status }) => status === 'completed' || status === 'error');
  return {
    bars: runs.toReversed().map(({ status, durationMs }) => ({
      status,
      // The root: a run of a second stays higher than one of a tenth beside another of a minute.
      height: Math.round(lowest + (100 - lowest) * Math.sqrt((durationMs ?? longest) / longest)),
    })),
    failure:
      newestEnd?.status === 'error'
        ? { at: newestEnd.completedAt ?? 0, message: newestEnd.errorMessage?.slice(0, shownError) ?? null }
        : null,
  };
}
