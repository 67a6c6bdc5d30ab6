// Locks on a data directory. Servers share it; a command that replaces the database file or changes its keys needs it for
// itself. The locks are file locks of the kernel, so that each ends with its process, however that ends.
import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { makeDirectory } from '../files/make-directory';
import { giveToOwnerOf } from '../files/owner';
import BetterSqlite3 from '../sqlite';

export interface DataDirLock {
  end(): void;
}

/** How long to wait for a lock that another process is trying to take. */
export const waitMs = 2_000;

function takeLock(dataDir: string, statements: string, patienceMs = waitMs): DataDirLock | undefined {
  makeDirectory(dataDir);
  const file = join(dataDir, 'server.lock');
  const isNew = !existsSync(file);
  const lock = new BetterSqlite3(file, { timeout: patienceMs });
  chmodSync(file, 0o600);
  if (isNew) giveToOwnerOf(dataDir, file);
  try {
    lock.exec(statements);
  } catch (error) {
    lock.close();
    if (error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY') return undefined;
    throw error;
  }
  return { end: () => void lock.close() };
}

/** Locks the directory; undefined when another process has it for itself. Throws when no file can be made there. */
export function lockDataDirShared(dataDir: string): DataDirLock | undefined {
  return takeLock(dataDir, 'BEGIN; SELECT count(*) FROM sqlite_schema');
}

/** Locks the directory like {@link lockDataDirShared}; undefined also while another process holds it by this function. */
export function lockDataDirAsOnlyOne(dataDir: string): DataDirLock | undefined {
  // SQLite lets one connection prepare a write beside readers: https://sqlite.org/lockingv3.html#locking
  return takeLock(dataDir, 'BEGIN IMMEDIATE', 0);
}

/** Locks the directory; undefined while another process uses it. Throws when no file can be made there. */
export function lockDataDirExclusive(dataDir: string, patienceMs?: number): DataDirLock | undefined {
  return takeLock(dataDir, 'BEGIN EXCLUSIVE', patienceMs);
}
