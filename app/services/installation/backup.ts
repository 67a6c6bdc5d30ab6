// Makes a backup: a copy under a temporary name is checked completely, and only then gets its real name. A file with that name
// is always complete.
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import {
  type Contents,
  copyDatabase,
  findDamage,
  inspectDatabase,
  type Inspection,
  isBackup,
} from '~/db/core/backup/backup-file';
import { findOpenTrouble, isFull } from '~/db/core/database-errors';
import { makeDirectory } from '~/db/core/files/make-directory';
import { giveToOwnerOf, isWithin } from '~/db/core/files/owner';
import { isUnfinishedRescue, listOutdatedBackups, nameBackup } from './backup-retention';
import { hasRoomFor } from './disk-space';

type BackupOutcome =
  | { kind: 'written'; file: string; bytes: number; contents: Contents }
  | {
      kind: 'failed';
      message: string;
      /** The damage of the database itself. */
      damage?: string;
    };

interface BackupOptions {
  dataDir: string;
  /** The file to write; by default a new name in DATA_DIR/backups. */
  target?: string;
  isNightly: boolean;
  now: number;
  /** Whether no other backup of this directory is under way: what killed ones left is then removed. */
  isOnlyOne: boolean;
}

/**
 * Checks and copies the database of a data directory, while servers may run on it. The copy is 0600, synced to disk and has
 * passed SQLite's integrity check. An older file of that name is replaced only when it is a backup, and by one that passed.
 */
export function writeBackup({ dataDir, target, isNightly, now, isOnlyOne }: BackupOptions): BackupOutcome {
  const source = join(dataDir, 'wicked.db');
  const file = resolve(target ?? join(dataDir, 'backups', nameBackup(now, { isNightly })));
  const unfinished = `${file}.${randomBytes(4).toString('hex')}.part`;
  try {
    const refusal = rejectTarget(file, { source, isNamed: target !== undefined });
    if (refusal !== undefined) return { kind: 'failed', message: refusal };
    const made = makeDirectory(dirname(file));
    if (target === undefined && made !== undefined) giveToOwnerOf(dataDir, made);
    if (isOnlyOne) {
      removeUnfinished(file, target === undefined);
      if (target === undefined) removeLeftRescues(dirname(file), now);
    }
    const { size } = statSync(source);
    if (!hasRoomFor(dirname(file), size)) {
      return { kind: 'failed', message: `${dirname(file)} has no room for ${size} bytes more.` };
    }
    const damage = findDamage(source);
    if (damage !== undefined) {
      return { kind: 'failed', damage, message: `The database is damaged: ${damage}` };
    }
    // The file is made before SQLite fills it, so that nobody else can read it at any time.
    closeSync(openSync(unfinished, 'wx', 0o600));
    copyDatabase(source, unfinished);
    const inspection = inspectDatabase(unfinished);
    if (inspection.kind !== 'sound' || inspection.hasOrphans) {
      return { kind: 'failed', message: `The copy did not pass its check: ${describe(inspection)}` };
    }
    syncToDisk(unfinished);
    if (isWithin(dataDir, file)) giveToOwnerOf(dataDir, unfinished);
    renameSync(unfinished, file);
    syncToDisk(dirname(file));
    return { kind: 'written', file, bytes: statSync(file).size, contents: inspection.contents };
  } catch (error) {
    return { kind: 'failed', message: describeFailure(error, dirname(file)) };
  } finally {
    // Without its directory the file cannot be there, and rmSync would throw.
    for (const left of [unfinished, `${unfinished}-journal`]) if (existsSync(left)) rmSync(left);
  }
}

/** Returns why a file is not written, before anything is done. Throws what `stat` throws. */
function rejectTarget(
  file: string,
  { source, isNamed }: { source: string; isNamed: boolean },
): string | undefined {
  const present = statSync(source, { bigint: true });
  const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
  if (stats?.dev === present.dev && stats.ino === present.ino)
    return `${file} is the database itself: name another file.`;
  if (stats?.isDirectory()) return `${file} is a directory: name a file in it.`;
  if (stats && !(stats.isFile() && isBackup(file)))
    return `${file} is no backup that this command wrote, so it is not replaced: name another file.`;
  // Where a disk is not mounted, the folders on it would be made, and filled, on another one.
  if (isNamed && !existsSync(dirname(file)))
    return `There is no directory ${dirname(file)}: make it, or mount the disk that it is on, then try again.`;
  return undefined;
}

/** Says what to do about a directory that takes no file; other errors keep their own words. */
function describeFailure(error: unknown, directory: string): string {
  const { code = '', path = '', message } = readError(error);
  const isOfDirectory = path.startsWith(directory) || directory.startsWith(`${path}/`);
  if (isOfDirectory && forbidden.has(code))
    return `${directory} cannot be written by the user that runs this: name a file in another directory, or give this one to that user.`;
  if (isOfDirectory && missing.has(code))
    return `${directory} is no directory and cannot be made one: name a file in another directory.`;
  if (isFull(error)) return `The disk of ${directory} is full: make room on it.`;
  return findOpenTrouble(error) === 'failing'
    ? `The disk of ${directory}, or that of the database, is full or fails (${message}): make room on it or, where there is some, look at the disk.`
    : message;
}

const forbidden = new Set(['EACCES', 'EPERM', 'EROFS']);
const missing = new Set(['ENOENT', 'ENOTDIR', 'EEXIST', 'ELOOP']);

function readError(error: unknown): { code?: string; path?: string; message: string } {
  return error instanceof Error ? error : { message: String(error) };
}

function describe(inspection: Inspection): string {
  if (inspection.kind === 'damaged') return inspection.reason;
  if (inspection.kind === 'newer') return `unknown schema ${inspection.migration}`;
  return 'there are rows that lack what they belong to';
}

/** Removes the nightly backups that are no longer kept at `now`, in milliseconds since 1970. Returns their names. */
export function removeOutdatedBackups(dataDir: string, now: number): string[] {
  const directory = join(dataDir, 'backups');
  const outdated = listOutdatedBackups(readdirSync(directory), now);
  for (const name of outdated) rmSync(join(directory, name), { force: true });
  return outdated;
}

/** Removes what killed processes left of a backup with that name, or of any in its directory. */
function removeUnfinished(file: string, isOfAny: boolean): void {
  const name = isOfAny ? 'wicked-.*\\.db' : basename(file).replace(/\W/g, '\\$&');
  const unfinished = new RegExp(`^${name}\\.[0-9a-f]{8}\\.part(?:-journal|-wal|-shm)?$`);
  for (const found of readdirSync(dirname(file)).filter((each) => unfinished.test(each)))
    rmSync(join(dirname(file), found), { force: true });
}

/** What a copy of a moved database has not been written to for so long, the process that made it no longer writes. */
const leftAfterMs = 3_600_000;

/** Removes what killed servers left of the copies that `rescueDisplaced` makes, in a directory of backups. */
function removeLeftRescues(directory: string, now: number): void {
  for (const name of readdirSync(directory).filter(isUnfinishedRescue)) {
    const file = join(directory, name);
    const writtenAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? now;
    if (now - writtenAt > leftAfterMs) rmSync(file, { force: true });
  }
}

/** Syncs a file's bytes, or a directory's names. */
export function syncToDisk(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
