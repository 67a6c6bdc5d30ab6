// Somebody moved, deleted or replaced the database under the running server. The server still has the former file open, and
// that file has everything that was acknowledged. It is gone when the process ends, so the server copies it first.
import { randomBytes } from 'node:crypto';
import { closeSync, openSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { AppContext } from '~/context';
import { makeDirectory } from '~/db/core/files/make-directory';
import { giveToOwnerOf } from '~/db/core/files/owner';
import { syncToDisk } from './backup';
import { findFreeFile, nameBackup, nameUnfinishedRescue } from './backup-retention';
import { hasRoomFor } from './disk-space';

/**
 * Closes the server for everything new, and writes what it had stored to a backup in DATA_DIR/backups, which is never removed
 * by itself. The log has its name, or the reason why it could not be written. Does nothing the second time.
 */
export async function rescueDisplaced(
  context: Pick<AppContext, 'config' | 'db' | 'log' | 'damage' | 'now'>,
): Promise<void> {
  const { config, log, damage, now } = context;
  if (!damage.noteDisplaced()) return;
  const directory = join(resolve(config.dataDir), 'backups');
  try {
    const file = await copyTo(directory, nameBackup(now(), { isNightly: false }), context);
    log.fatal(
      { file },
      `What was stored until the database was moved is in ${file}. Stop the server, and restore it with: npm run restore -- ${file}`,
    );
  } catch (error) {
    log.fatal(
      { err: error },
      `What was stored until the database was moved could not be copied to ${directory}: save it by hand before the server is stopped (docs/operations.md, A database that was moved)`,
    );
  }
}

/** Returns the file. Each of several servers that lose the database in the same second writes one of its own. */
async function copyTo(
  directory: string,
  name: string,
  { config: { dataDir }, db }: Pick<AppContext, 'config' | 'db'>,
): Promise<string> {
  const made = makeDirectory(directory);
  if (made !== undefined) giveToOwnerOf(dataDir, made);
  const bytes = db.file.usedBytes();
  if (!hasRoomFor(directory, bytes)) throw new Error(`There is no room for ${bytes} bytes more.`);
  const unfinished = join(directory, nameUnfinishedRescue(name, randomBytes(4).toString('hex')));
  try {
    // The file is made before SQLite fills it, so that nobody else can read it at any time.
    closeSync(openSync(unfinished, 'wx', 0o600));
    await db.file.copyTo(unfinished);
    syncToDisk(unfinished);
    giveToOwnerOf(dataDir, unfinished);
    const file = findFreeFile(directory, name);
    renameSync(unfinished, file);
    syncToDisk(directory);
    return file;
  } finally {
    rmSync(unfinished, { force: true });
  }
}
