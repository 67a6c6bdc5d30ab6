// What metrics and readiness are told of, looked up when somebody asks.
import { statSync } from 'node:fs';
import type { AppContext } from '~/context';
import { countWaitingWork, findOldestWaiting } from '~/db/due-work';
import { readInstallation } from '~/db/installation';
import type { Measurements } from '~/metrics';

export function measure({ db, disk, now }: AppContext): Measurements {
  const { pausedAt, backedUpAt } = readInstallation(db);
  const oldest = findOldestWaiting(db, now());
  return {
    queueDepth: countWaitingWork(db),
    queueAgeSeconds: oldest === undefined ? 0 : Math.max(0, now() - oldest) / 1000,
    databaseBytes: sizeOf(db.sqlite.name),
    walBytes: sizeOf(`${db.sqlite.name}-wal`),
    diskFreeBytes: disk.freeBytes(),
    isDiskLow: disk.isLow(),
    isPaused: pausedAt !== null,
    lastBackupAt: backedUpAt === null ? undefined : backedUpAt / 1000,
  };
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
