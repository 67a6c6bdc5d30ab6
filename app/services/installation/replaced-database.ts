// Keeps the database that a restore replaces, and undoes a restore whose process died: what it left takes as much room as a
// database, and a second name of the database would let another program write it beside the server's log.
import {
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { moveLogIntoFile } from '~/db/core/backup/backup-file';
import { giveToOwnerOf } from '~/db/core/files/owner';
import { syncToDisk } from './backup';
import { findFreeFile, nameBackup } from './backup-retention';

/** The files that SQLite keeps beside a database. A journal left behind would be applied to the next file of that name. */
const logs = ['-wal', '-shm', '-journal'];

const keptName = /^wicked-replaced-.*\.db$/;

/** Returns the file that a restore prepares before it becomes the database. */
export function nameCandidate(dataDir: string): string {
  return join(dataDir, 'wicked.db.restoring');
}

/**
 * Keeps the replaced database under a dated name, and removes its log from beside it. Returns the name. When it throws, database
 * and log are as they were.
 */
export function keepReplaced(database: string, now: number): string {
  const name = nameBackup(now, { isNightly: false }).replace('wicked-', 'wicked-replaced-');
  const kept = findFreeFile(dirname(database), name, logs);
  // What is not to be trusted, or read all the while, keeps its log: another program may be able to read it.
  const keptLogs = moveLogIntoFile(database) ? [] : logs.filter((log) => existsSync(database + log));
  try {
    for (const ending of ['', ...keptLogs]) {
      keep(database + ending, kept + ending);
      syncToDisk(kept + ending);
    }
  } catch (error) {
    removeWithLogs(kept);
    throw error;
  }
  // SQLite would take a log beside another file for part of that file.
  for (const log of logs) rmSync(database + log, { force: true });
  return kept;
}

function keep(file: string, kept: string): void {
  try {
    linkSync(file, kept);
  } catch {
    // Not every file system supports a second name for a file.
    copyFileSync(file, kept, constants.COPYFILE_EXCL);
    giveToOwnerOf(dirname(file), kept);
  }
}

/** Removes a database file and what SQLite keeps beside it. */
export function removeWithLogs(file: string): void {
  for (const ending of ['', ...logs]) rmSync(file + ending, { force: true });
}

/** Checks whether a restore has left something: one that is under way, or one whose process died. */
export function hasUnfinishedRestore(dataDir: string): boolean {
  return existsSync(nameCandidate(dataDir)) || listSecondNames(dataDir).length > 0;
}

/**
 * Removes what a restore left whose process died, so that the former database is as it was. The caller has exclusive access to
 * the data directory.
 */
export function undoUnfinishedRestore(dataDir: string): void {
  removeWithLogs(nameCandidate(dataDir));
  for (const kept of listSecondNames(dataDir)) {
    const database = join(dataDir, 'wicked.db');
    for (const log of logs) {
      if (existsSync(kept + log) && !existsSync(database + log)) renameSync(kept + log, database + log);
    }
    removeWithLogs(kept);
  }
}

/** Lists the names under which a restore kept the database that it then did not replace. */
function listSecondNames(dataDir: string): string[] {
  const file = join(dataDir, 'wicked.db');
  // Also false when it cannot be reached, which is told when it is opened.
  if (!existsSync(file)) return [];
  const database = statSync(file, { bigint: true });
  if (database.nlink < 2n) return [];
  return readdirSync(dataDir)
    .filter((name) => keptName.test(name))
    .map((name) => join(dataDir, name))
    .filter((kept) => statSync(kept, { bigint: true, throwIfNoEntry: false })?.ino === database.ino);
}
