// What metrics and readiness report, looked up on each request.
import { statSync } from 'node:fs';
import type { AppContext } from '~/context';
import { isDatabaseDown } from '~/db/core/group-commit';
import { countWaitingWork, findOldestWaiting, findRunningWork } from '~/db/executions/queue/queue-depth';
import { readInstallation } from '~/db/core/installation';
import { readFileCheck } from '~/db/core/self-check';
import type { Measurements } from '~/metrics';

/** Of a database that cannot be read, what can be said without it. */
export function measure(context: AppContext): Partial<Measurements> {
  const { db, disk, damage, bodies, runnerCapacity } = context;
  const places = runnerCapacity();
  return {
    ...tryMeasureDatabase(context),
    places: places?.all,
    placesBusy: places?.busy,
    placesBeyond: places?.beyond,
    waitingForHost: places?.waitingForHost,
    databaseBytes: sizeOf(db.sqlite.name),
    walBytes: sizeOf(`${db.sqlite.name}-wal`),
    diskFreeBytes: disk.freeBytes(),
    isDiskLow: disk.isLow(),
    ...(damage.isFound() && { isDamaged: true }),
    heldBytes: bodies.bytes(),
  };
}

function tryMeasureDatabase(context: AppContext): Partial<Measurements> {
  try {
    return measureDatabase(context);
  } catch (error) {
    if (!isDatabaseDown(error)) throw error;
    return {};
  }
}

function measureDatabase({ db, now }: AppContext): Partial<Measurements> {
  const { pausedAt, backedUpAt } = readInstallation(db);
  const { checkedAt, damage } = readFileCheck(db);
  const oldest = findOldestWaiting(db, now());
  const running = findRunningWork(db);
  return {
    queueDepth: countWaitingWork(db),
    queueAgeSeconds: secondsSince(oldest, now()),
    runningExecutions: running.count,
    oldestRunningSeconds: secondsSince(running.oldestAt, now()),
    isPaused: pausedAt !== null,
    lastBackupAt: toSeconds(backedUpAt),
    lastCheckAt: toSeconds(checkedAt),
    isDamaged: damage !== null,
  };
}

function toSeconds(at: number | null): number | undefined {
  return at === null ? undefined : at / 1000;
}

function secondsSince(at: number | undefined, now: number): number {
  return at === undefined ? 0 : Math.max(0, now - at) / 1000;
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
