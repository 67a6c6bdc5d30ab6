// Finds out whether another runner is still alive. Each runner holds a file lock while it lives, and the kernel frees the locks
// of a dead process at once. So a runner's death is noticed within a second; by leases alone it would take half a minute.
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { makeDirectory } from '../../core/files/make-directory';
import BetterSqlite3 from '../../core/sqlite';

export interface RunnerLock {
  /** Releases the lock; the runner counts as gone. */
  end(): void;
}

function lockFile(dataDir: string, runner: string): string {
  return join(dataDir, 'runners', `${runner}.lock`);
}

/** Takes the lock of a runner, or returns undefined when a living process holds it. */
function takeLock(file: string): BetterSqlite3.Database | undefined {
  const lock = new BetterSqlite3(file, { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch {
    lock.close();
    return undefined;
  }
}

/** Marks this process as the runner of that name until it ends, however it ends. Throws when the name is taken. */
export function acquireRunnerLock(dataDir: string, runner: string): RunnerLock {
  makeDirectory(join(dataDir, 'runners'));
  const file = lockFile(dataDir, runner);
  const lock = takeLock(file);
  if (!lock) throw new Error(`Another process runs as ${runner}`);
  return {
    end() {
      lock.close();
      rmSync(file, { force: true });
    },
  };
}

/** Checks whether no living process on this machine is the runner of that name. Deletes the file of a dead one. */
export function isRunnerDead(dataDir: string, runner: string): boolean {
  const file = lockFile(dataDir, runner);
  const lock = takeLock(file);
  if (!lock) return false;
  lock.close();
  rmSync(file, { force: true });
  return true;
}

/** A runner takes its lock just after it creates the file; until then it looks dead. */
const youngMs = 60_000;

/** Deletes the lock files of dead runners, also of those that left no work. Returns the names of those runners. */
export function removeDeadRunnerLocks(dataDir: string): string[] {
  const directory = join(dataDir, 'runners');
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .filter((name) => name.endsWith('.lock') && isOldFile(join(directory, name)))
    .map((name) => basename(name, '.lock'))
    .filter((runner) => isRunnerDead(dataDir, runner));
}

function isOldFile(path: string): boolean {
  // Another server may delete the file at the same time.
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats !== undefined && stats.isFile() && Date.now() - stats.mtimeMs > youngMs;
}
