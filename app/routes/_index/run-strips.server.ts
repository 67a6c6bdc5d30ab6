// What a card shows of its integration's newest runs, out of their rows.
import type { AppContext } from '~/context';
import { listRecentRuns, type RecentRun } from '~/db/executions/logs/recent-runs';
import { listCallWaits } from '~/db/executions/queue/call-waits';
import type { CardRuns } from './run-strip';

/** So many runs a card has room for. */
const stripLength = 12;
/** Of the strip's height, in percent: the shortest run can still be pressed and distinguished. */
const lowest = 30;
const shownError = 160;

/** By integration. One that has never run is missing. */
export async function describeRecentRuns(
  app: Pick<AppContext, 'db' | 'now'>,
  owned: { organizationId: string; integrationIds: string[] },
): Promise<Record<string, CardRuns>> {
  const runs = new Map<string, RecentRun[]>();
  const recent = await listRecentRuns(app.db, { ...owned, limit: stripLength });
  const running = recent.filter(({ status }) => status === 'running').map(({ id }) => id);
  const now = app.now();
  const untils = new Map<string, number>();
  for (const [id, { until }] of await listCallWaits(app.db, running)) if (until > now) untils.set(id, until);
  for (const run of recent) {
    runs.set(run.integrationId, [...(runs.get(run.integrationId) ?? []), run]);
  }
  return Object.fromEntries([...runs].map(([id, newest]) => [id, describe(newest, untils)]));
}

/**
 * @param runs the newest first
 * @param untils of those that wait before a call: until when, by id
 */
function describe(runs: RecentRun[], untils: Map<string, number>): CardRuns {
  const [newest] = runs;
  const longest = Math.max(1, ...runs.map(({ durationMs }) => durationMs ?? 0));
  const newestEnd = runs.find(({ status }) => status === 'completed' || status === 'error');
  return {
    bars: runs.toReversed().map(({ id, status, durationMs }) => ({
      status: untils.has(id) ? 'waiting' : status,
      // The root: a run of a second stays higher than one of a tenth beside another of a minute.
      height: Math.round(lowest + (100 - lowest) * Math.sqrt((durationMs ?? longest) / longest)),
    })),
    waitsUntil: (newest && untils.get(newest.id)) ?? null,
    failure:
      newestEnd?.status === 'error'
        ? { at: newestEnd.completedAt ?? 0, message: newestEnd.errorMessage?.slice(0, shownError) ?? null }
        : null,
  };
}
