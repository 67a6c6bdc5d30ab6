import { type Expression, sql } from 'kysely';
import type { Queries } from './queries';
import { compileQuery } from './compiled-query';

interface Installation {
  createdAt: number;
  /** A known text, sealed. */
  keyCheck: string | null;
  pausedAt: number | null;
  /** When the last pause ended. */
  resumedAt: number | null;
  restoredFrom: string | null;
  backedUpAt: number | null;
  backupError: string | null;
  readOnlySince: number | null;
  /** Executions removed early for lack of room: how many so far, the bytes freed, and when the last was removed. */
  prunedEarly: number;
  prunedEarlyBytes: number;
  prunedEarlyAt: number | null;
}

const findQuery = compileQuery<object, Installation>((build) =>
  build
    .selectFrom('installation')
    .select([
      'created_at as createdAt',
      'key_check as keyCheck',
      'paused_at as pausedAt',
      'resumed_at as resumedAt',
      'restored_from as restoredFrom',
      'backed_up_at as backedUpAt',
      'backup_error as backupError',
      'read_only_since as readOnlySince',
      'pruned_early as prunedEarly',
      'pruned_early_bytes as prunedEarlyBytes',
      'pruned_early_at as prunedEarlyAt',
    ]),
);

/** Reads the row. Throws when it is missing, which no code of ours can bring about. */
export async function readInstallation(db: Queries): Promise<Installation> {
  const row = await db.first(findQuery({}));
  if (!row) throw new Error('The table installation is empty.');
  return row;
}

export async function updateKeyCheck(db: Queries, keyCheck: string): Promise<void> {
  await db.run(db.build.updateTable('installation').set({ key_check: keyCheck }));
}

/** Pauses all starts until {@link updateResumed}. `from` names the file whose restore pauses, if one does. */
export async function updatePaused(db: Queries, pause: { from: string | null; now: number }): Promise<void> {
  await db.run(db.build.updateTable('installation').set({ paused_at: pause.now, restored_from: pause.from }));
}

/** Ends the pause. Returns false when the installation was not paused. */
export async function updateResumed(db: Queries, now: number): Promise<boolean> {
  const resumed = db.build.updateTable('installation').set({ paused_at: null, resumed_at: now });
  return (await db.run(resumed.where('paused_at', 'is not', null))) > 0;
}

/** Makes the installation read-only since `since`; null allows changes again. Returns false when it was so already. */
export async function updateReadOnly(db: Queries, since: number | null): Promise<boolean> {
  return (
    (await db.run(
      db.build
        .updateTable('installation')
        .set({ read_only_since: since })
        .where('read_only_since', since === null ? 'is not' : 'is', null),
    )) > 0
  );
}

/** Adds executions that were removed early to the counts. */
export async function addPrunedEarly(
  db: Queries,
  { removed, freedBytes, now }: { removed: number; freedBytes: number; now: number },
): Promise<void> {
  await db.run(
    db.build.updateTable('installation').set((eb) => ({
      pruned_early: eb('pruned_early', '+', removed),
      pruned_early_bytes: eb('pruned_early_bytes', '+', freedBytes),
      pruned_early_at: now,
    })),
  );
}

/**
 * Claims the backup that was due at `dueAt`. Returns true for the one process that is to make it, and false when a backup has
 * been completed since, or another process began one after `triedBefore`. Times after `now` do not count: they were written
 * before the clock was set back.
 */
export async function claimBackup(
  db: Queries,
  { dueAt, triedBefore, now }: { dueAt: number; triedBefore: number; now: number },
): Promise<boolean> {
  const isOutside = (at: Expression<number | null>, from: number) =>
    sql<boolean>`(${at} < ${from} or ${at} > ${now})`;
  return (
    (await db.run(
      db.build
        .updateTable('installation')
        .set({ backup_started_at: now })
        .where((eb) => isOutside(eb.fn.coalesce('backed_up_at', 'created_at'), dueAt))
        .where((eb) => isOutside(eb.fn.coalesce('backup_started_at', eb.lit(0)), triedBefore)),
    )) > 0
  );
}

/** Stores the end of a nightly backup: `error` says why it failed, and is null when the backup is complete. */
export async function updateBackupEnded(
  db: Queries,
  { error, now }: { error: string | null; now: number },
): Promise<void> {
  await db.run(
    db.build
      .updateTable('installation')
      .set(error === null ? { backup_error: null, backed_up_at: now } : { backup_error: error }),
  );
}
