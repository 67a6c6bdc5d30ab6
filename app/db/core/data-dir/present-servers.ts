// Which servers use a data directory at this moment. Each holds a lock of the kernel's for as long as it lives, which its death
// frees, and beside it lies a note of its own for those that start after it.
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DataDirLock, waitMs } from './data-dir-lock';
import { makeDirectory } from '../make-directory';
import BetterSqlite3 from '../sqlite';

const ending = '.lock';

/**
 * Leaves `note` in `DATA_DIR/servers` under `id`, a name that no other process has, until the process ends. Returns what the other
 * living servers left, and removes what dead ones did. Of two that start at the same time, at least one sees the other. Throws when no file
 * can be made there.
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

/** What a living server left: nothing yet while it is about to. */
function readNote(file: string): string[] {
  const isLeft = existsSync(`${file}.note`);
  if (isLeft && isHeld(`${file}${ending}`)) return [readFileSync(`${file}.note`, 'utf8')];
  // A server takes its lock before it leaves its note, so that only a dead one has a note and no lock.
  if (isLeft) for (const each of ['.note', ending]) rmSync(`${file}${each}`, { force: true });
  return [];
}

/** Long enough for a server that starts to take its lock and to leave its note. */
const startingMs = 60_000;

/** What a server left that was killed in between. */
function removeUnfinished(path: string): void {
  const file = path.replace(/\.[^.]*$/, '');
  if (existsSync(`${file}.note`)) return;
  const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity);
  if (age < startingMs || isHeld(`${file}${ending}`)) return;
  for (const each of [ending, '.new']) rmSync(`${file}${each}`, { force: true });
}

/** Asks by a shared lock, which those of others who ask do not keep out. */
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
