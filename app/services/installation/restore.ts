// Makes a backup the database. It is checked, brought to this build's schema and paused under a temporary name; then one rename
// makes it the database. Until then the former database is in place, and afterwards a copy of it.
import { accessSync, chmodSync, constants, copyFileSync, existsSync, renameSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { dropLostRows, createFindForeignObjects } from '~/db/core/foreign-objects';
import { migrate } from '~/db/core/migrate';
import { openDatabase } from '~/db/core/open';
import { deleteAllSessions } from '~/db/accounts/sessions';
import { endOrRequeueUnfinished } from '~/db/executions/lost-parts';
import { type Contents, countContents, inspectDatabase } from '~/db/core/backup/backup-file';
import { addLostSingles, removeOrphans } from '~/db/core/backup/lost-rows';
import { giveToOwnerOf } from '~/db/core/files/owner';
import type { AppKeys } from '~/auth/secret-box';
import { isOpenedByOne, isRightKey } from './key-check';
import { syncToDisk } from './backup';
import { pauseAfterRestore } from './pause';
import { keepReplaced, nameCandidate, removeWithLogs, undoUnfinishedRestore } from './replaced-database';
import { describeMissingRoom } from './schema-upgrade';

type RestoreOutcome =
  | {
      kind: 'restored';
      contents: Contents;
      /** The rows that were left out because the row they belonged to was missing: how many, by table. */
      leftOut: Map<string, number>;
      /** The number of executions that ended in error because data they need to go on was lost. */
      ended: number;
      /** The file that the former database was kept in; undefined when there was none. */
      replaced: string | undefined;
    }
  | { kind: 'refused'; message: string };

interface RestoreOptions {
  dataDir: string;
  /** The backup. */
  file: string;
  /** The keys that the server opens secrets with: while keys change, a backup may be sealed with the other one. */
  keys: AppKeys;
  now: number;
}

/**
 * Makes a backup the database of a data directory, to which the caller has exclusive access. Nothing in it runs until the
 * administrator resumes. Everybody has to log in again: a session that was ended since the backup must not come back. Throws
 * when a file cannot be written; the former database is then still in its place.
 */
export async function restoreBackup({ dataDir, file, keys, now }: RestoreOptions): Promise<RestoreOutcome> {
  const database = join(dataDir, 'wicked.db');
  const refusal = rejectFile(file, database);
  if (refusal) return refusal;
  undoUnfinishedRestore(dataDir);
  const candidate = nameCandidate(dataDir);
  try {
    copyFileSync(file, candidate, constants.COPYFILE_FICLONE);
    // The newest part of a file that was copied from beside a running server is in its log.
    if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${candidate}-wal`);
    // A copy has the rights of the backup, which nobody may write where it is archived.
    for (const copy of [candidate, `${candidate}-wal`].filter(existsSync)) chmodSync(copy, 0o600);
    const inspection = inspectDatabase(candidate);
    if (inspection.kind === 'damaged') {
      return reject(`${file} is damaged, or not a backup of Wicked Integrations: ${inspection.reason}`);
    }
    if (inspection.kind === 'newer') {
      const { migration } = inspection;
      return reject(`${file} was made by a newer version (it has ${migration}): install that version first.`);
    }
    const { keyCheck, hasOrphans } = inspection;
    if (keyCheck !== null && !isOpenedByOne(keyCheck, keys)) {
      return reject(
        `The secrets in ${file} are encrypted with another APP_KEY: set the one that was in use when it was made, as APP_KEY or, beside the present one, as OTHER_APP_KEY.`,
      );
    }
    const prepared = await prepare(candidate, { dataDir, keys, file, now, hasOrphans });
    if (prepared.kind === 'no-room') return reject(prepared.message);
    if (prepared.kind === 'foreign') {
      return reject(
        `${file} holds what no version of Wicked Integrations makes: ${prepared.objects.join(', ')}.`,
      );
    }
    const replaced = existsSync(database) ? keepReplaced(database, now) : undefined;
    giveToOwnerOf(dataDir, candidate);
    renameSync(candidate, database);
    syncToDisk(dataDir);
    const { contents, leftOut, ended } = prepared;
    return { kind: 'restored', contents, leftOut, ended, replaced };
  } finally {
    removeWithLogs(candidate);
  }
}

function reject(message: string): RestoreOutcome {
  return { kind: 'refused', message };
}

function rejectFile(file: string, database: string): RestoreOutcome | undefined {
  try {
    const given = statSync(file, { bigint: true });
    const present = statSync(database, { bigint: true, throwIfNoEntry: false });
    if (present?.dev === given.dev && present.ino === given.ino) {
      return reject(`${file} is the database itself: name a backup.`);
    }
    if (!given.isFile()) return reject(`${file} is not a file.`);
    accessSync(file, constants.R_OK);
    return undefined;
  } catch (error) {
    const isForbidden = error instanceof Error && 'code' in error && error.code === 'EACCES';
    return isForbidden
      ? reject(
          `${file} cannot be read by the user that runs this: give it to that user, or run this as root.`,
        )
      : reject(`There is no file ${file}.`);
  }
}

type Prepared =
  | { kind: 'prepared'; contents: Contents; leftOut: Map<string, number>; ended: number }
  /** The objects in the file that are not ours. */
  | { kind: 'foreign'; objects: string[] }
  /** The disk has too little space for the upgrade. */
  | { kind: 'no-room'; message: string };

/**
 * Prepares the file, which then needs no log beside it. Changes nothing when it has a trigger or a view that is not ours: a
 * trigger could undo the changes, and would go on running in the server. Changes nothing either when the disk is too small.
 */
async function prepare(
  candidate: string,
  { dataDir, file, keys, now, hasOrphans }: RestoreOptions & { hasOrphans: boolean },
): Promise<Prepared> {
  const findForeign = await createFindForeignObjects();
  const db = openDatabase(candidate);
  let prepared: Prepared;
  try {
    const active = findForeign(db, { onlyActive: true });
    if (active.length > 0) return { kind: 'foreign', objects: active };
    const message = describeMissingRoom(db, { dataDir, file });
    if (message !== undefined) return { kind: 'no-room', message };
    dropLostRows(db);
    const leftOut = hasOrphans ? removeOrphans(db) : new Map<string, number>();
    await migrate(db);
    const foreign = findForeign(db);
    if (foreign.length > 0) return { kind: 'foreign', objects: foreign };
    addLostSingles(db, now);
    await isRightKey(db, keys);
    const ended = await db.transaction(async (tx) => {
      await deleteAllSessions(tx);
      await pauseAfterRestore(tx, { from: basename(file), now });
      return endOrRequeueUnfinished(tx, now);
    });
    prepared = { kind: 'prepared', contents: countContents(db), leftOut, ended };
    await db.file.emptyLog();
  } finally {
    await db.close();
  }
  syncToDisk(candidate);
  return prepared;
}
