// Tells which servers use a data directory at this moment. Each holds a file lock of the kernel while it lives, which ends with
// its process. Beside the lock is its note for the servers that start after it.
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DataDirLock, waitMs } from './data-dir-lock';
import { makeDirectory } from '../files/make-directory';
import BetterSqlite3 from '../sqlite';

const ending = '.lock';

/**
 * Leaves `note` in `DATA_DIR/servers` under `id`, a name that no other process has, until the process ends. Returns the notes
 * of the other living servers, and deletes those of dead ones. Of two servers that start at the same time, at least one sees
 * the other. Throws when no file can be made there.
 */
export function joinServers(
  dataDir: string,
  { id, note }: { id: string; note: string },
): { others: string[]; lock: DataDirLock } {
  const directory = join(dataDir, 'servers');
  makeDirectory(directory);
  const file = join(directory, id);
  const lock = new BetterSqlite3(`${file}${ending}`, { timeout: waitMs });
  lock.exec('BEGIN EXCLUSIVE');
  writeFileSync(`${file}.new`, note, { mode: 0o600 });
  renameSync(`${file}.new`, `${file}.note`);
  const names = readdirSync(directory);
  for (const name of names) removeUnfinished(join(directory, name));
  const others = names
    .filter((name) => name.endsWith(ending) && name !== `${id}${ending}`)
    .map((name) => join(directory, name.slice(0, -ending.length)))
    .flatMap(readNote);
  return { others, lock: { end: () => void lock.close() } };
}

/** Returns the note of a living server; nothing before the server has left it. */
function readNote(file: string): string[] {
  const isLeft = existsSync(`${file}.note`);
  if (isLeft && isHeld(`${file}${ending}`)) return [readFileSync(`${file}.note`, 'utf8')];
  // A server takes its lock before it leaves its note, so that only a dead one has a note and no lock.
  if (isLeft) for (const each of ['.note', ending]) rmSync(`${file}${each}`, { force: true });
  return [];
}

/** Long enough for a starting server to take its lock and leave its note. */
const startingMs = 60_000;

/** Deletes the files of a server that was killed before it left its note. */
function removeUnfinished(path: string): void {
  const file = path.replace(/\.[^.]*$/, '');
  if (existsSync(`${file}.note`)) return;
  const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity);
  if (age < startingMs || isHeld(`${file}${ending}`)) return;
  for (const each of [ending, '.new']) rmSync(`${file}${each}`, { force: true });
}

/** Checks whether a lock is held, by a shared lock, which does not conflict with those of other checks. */
function isHeld(file: string): boolean {
  const asking = new BetterSqlite3(file, { timeout: 0 });
  try {
    asking.exec('BEGIN; SELECT count(*) FROM sqlite_schema');
    return false;
  } catch {
    return true;
  } finally {
    asking.close();
  }
}
