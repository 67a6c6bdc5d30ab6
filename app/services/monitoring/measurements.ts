// The numbers that metrics and readiness report, measured on each request.
import type { AppContext } from '~/context';
import { countPlannedReplays } from '~/db/executions/automatic-replays';
import { countOpenIncidents } from '~/db/alerts/incidents';
import { findDeferredEmails } from '~/db/accounts/deferred-emails';
import { isDatabaseDown } from '~/db/core/database-errors';
import { countCallWaits } from '~/db/executions/queue/call-waits';
import { countWaitingWork, findRunningWork } from '~/db/executions/queue/queue-depth';
import { readInstallation } from '~/db/core/installation';
import { readFileCheck } from '~/db/core/self-check';
import type { Measurements } from '~/metrics';
import { findOldestWaiting } from '../oldest-waiting';

/** Measures everything; when the database cannot be read, only what is known without it. */
export async function measure(context: AppContext): Promise<Partial<Measurements>> {
  const { db, disk, damage, bodies, outbound, runnerCapacity } = context;
  const places = runnerCapacity();
  const { databaseBytes, logBytes } = db.file.measure();
  return {
    ...(await tryMeasureDatabase(context)),
    places: places?.all,
    placesBusy: places?.busy,
    placesBeyond: places?.beyond,
    saturation: places && places.busy / places.all,
    waitingForHost: places?.waitingForHost,
    openCircuits: outbound.countOpenCircuits(),
    databaseBytes,
    walBytes: logBytes,
    diskFreeBytes: disk.freeBytes(),
    isDiskLow: disk.isLow(),
    ...(damage.isFound() && { isDamaged: true }),
    heldBytes: bodies.bytes(),
  };
}

async function tryMeasureDatabase(context: AppContext): Promise<Partial<Measurements>> {
  try {
    return await measureDatabase(context);
  } catch (error) {
    if (!isDatabaseDown(error)) throw error;
    return {};
  }
}

async function measureDatabase(context: AppContext): Promise<Partial<Measurements>> {
  const { db, now } = context;
  const { pausedAt, backedUpAt } = await readInstallation(db);
  const { checkedAt, damage } = await readFileCheck(db);
  const oldest = await findOldestWaiting(context, now());
  const running = await findRunningWork(db);
  return {
    queueDepth: await countWaitingWork(db),
    queueAgeSeconds: secondsSince(oldest, now()),
    runningExecutions: running.count,
    oldestRunningSeconds: secondsSince(running.oldestAt, now()),
    waitingExecutions: await countCallWaits(db),
    plannedReplays: await countPlannedReplays(db),
    deferredMails: (await findDeferredEmails(db)).count,
    isPaused: pausedAt !== null,
    lastBackupAt: toSeconds(backedUpAt),
    lastCheckAt: toSeconds(checkedAt),
    isDamaged: damage !== null,
    openIncidents: await countOpenIncidents(db),
  };
}

function toSeconds(at: number | null): number | undefined {
  return at === null ? undefined : at / 1000;
}

function secondsSince(at: number | undefined, now: number): number {
  return at === undefined ? 0 : Math.max(0, now - at) / 1000;
}
