// What metrics and readiness are told of, looked up when somebody asks.
import { statSync } from 'node:fs';
import type { AppContext } from '~/context';
import { countWaitingWork, findOldestWaiting, findRunningWork } from '~/db/waiting-work';
import { readInstallation } from '~/db/installation';
import type { Measurements } from '~/metrics';

export function measure({ db, disk, now, runnerPlaces }: AppContext): Measurements {
  const { pausedAt, backedUpAt } = readInstallation(db);
  const oldest = findOldestWaiting(db, now());
  const running = findRunningWork(db);
  const places = runnerPlaces();
  return {
    queueDepth: countWaitingWork(db),
    queueAgeSeconds: secondsSince(oldest, now()),
    runningExecutions: running.count,
    oldestRunningSeconds: secondsSince(running.oldestAt, now()),
    places: places?.all,
    placesBusy: places?.busy,
    placesBeyond: places?.beyond,
    waitingForHost: places?.waitingForHost,
    databaseBytes: sizeOf(db.sqlite.name),
    walBytes: sizeOf(`${db.sqlite.name}-wal`),
    diskFreeBytes: disk.freeBytes(),
    isDiskLow: disk.isLow(),
    isPaused: pausedAt !== null,
    lastBackupAt: backedUpAt === null ? undefined : backedUpAt / 1000,
  };
}

function secondsSince(at: number | undefined, now: number): number {
  return at === undefined ? 0 : Math.max(0, now - at) / 1000;
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
