// Converts the rows of an integration's newest runs to what its card shows.
import type { AppContext } from '~/context';
import { listRecentRuns, type RecentRun } from '~/db/executions/logs/recent-runs';
import { listCallWaits } from '~/db/executions/queue/call-waits';
import { truncate } from '~/engine/texts/truncate';
import type { CardRuns, RunBar } from './run-strip';

/** How many runs a card shows. */
const stripLength = 12;
/** The least height of a bar, in percent of the strip, so that the shortest run can still be seen. */
const lowest = 30;
const shownError = 160;

/** Describes the newest runs by integration id; an integration that has never run is missing. */
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
  const makeBar = shareBars();
  return Object.fromEntries([...runs].map(([id, newest]) => [id, describe(newest, untils, makeBar)]));
}

/** Makes one bar for all runs that look the same: the data of a page contains an object once, however often it is shown. */
function shareBars() {
  const bars = new Map<string, RunBar>();
  return (status: string, height: number): RunBar => {
    const key = `${status} ${height}`;
    const bar = bars.get(key) ?? { status, height };
    bars.set(key, bar);
    return bar;
  };
}

/**
 * @param runs the newest first
 * @param untils the ends of waits before a call, by the id of the run
 */
function describe(
  runs: RecentRun[],
  untils: Map<string, number>,
  makeBar: ReturnType<typeof shareBars>,
): CardRuns {
  const [newest] = runs;
  const longest = Math.max(1, ...runs.map(({ durationMs }) => durationMs ?? 0));
  const newestEnd = runs.find(({ status }) => status === 'completed' || status === 'error');
  return {
    bars: runs.toReversed().map(({ id, status, durationMs }) =>
      makeBar(
        untils.has(id) ? 'waiting' : status,
        // The square root keeps a run of a second higher than one of a tenth, beside one of a minute.
        Math.round(lowest + (100 - lowest) * Math.sqrt((durationMs ?? longest) / longest)),
      ),
    ),
    waitsUntil: (newest && untils.get(newest.id)) ?? null,
    failure:
      newestEnd?.status === 'error'
        ? {
            at: newestEnd.completedAt ?? 0,
            message: newestEnd.errorMessage && truncate(newestEnd.errorMessage, shownError),
          }
        : null,
  };
}
