// Copies of the whole file. VACUUM INTO reads in one transaction, so that the copy is the database of one moment however many
// processes write meanwhile, and hinders none of them. A copy page by page (SQLite's backup) would begin again with every write
// of another process. The copy is compact, and nothing that was deleted is in it.
import { closeSync, openSync, readSync } from 'node:fs';
import { isForeign, listForeignChanges, listUnknownMigrations } from '../migrate';
import { isDamage, isDatabaseDown } from '../database-errors';
import BetterSqlite3 from '../sqlite';

/** Writes a copy of the database `source` to `target`, which must not exist. Throws as SQLite does. */
export function copyDatabase(source: string, target: string): void {
  const sqlite = new BetterSqlite3(source, { readonly: true, fileMustExist: true, timeout: 5_000 });
  try {
    sqlite.prepare('VACUUM INTO ?').run(target);
  } finally {
    sqlite.close();
  }
}

/**
 * Reads all of a database, while others may write it, and returns the first damage it finds; undefined when there is none.
 * SQLite's quick check leaves out only whether each index has each row.
 */
export function findDamage(file: string): string | undefined {
  let sqlite: BetterSqlite3.Database | undefined;
  try {
    sqlite = new BetterSqlite3(file, { readonly: true, fileMustExist: true, timeout: 5_000 });
    const found: unknown = sqlite.prepare('pragma quick_check(1)').pluck().get();
    return found === 'ok' ? undefined : String(found);
  } catch (error) {
    if (isDamage(error)) return error.message;
    throw error;
  } finally {
    sqlite?.close();
  }
}

/**
 * Checks whether a file is a backup that {@link copyDatabase} wrote: a database of this product that keeps no write-ahead log
 * (https://sqlite.org/fileformat.html, 1.3.3), as one in use does. Throws when the file cannot be read.
 */
export function isBackup(file: string): boolean {
  const head = Buffer.alloc(20);
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, head);
  } finally {
    closeSync(descriptor);
  }
  // To open a file with such a log would make files beside it.
  if (head.toString('latin1', 0, 16) !== 'SQLite format 3\0' || head[18] !== 1 || head[19] !== 1)
    return false;
  let sqlite: BetterSqlite3.Database | undefined;
  try {
    sqlite = new BetterSqlite3(file, { readonly: true, fileMustExist: true, timeout: 0 });
    return !isForeign({ sqlite });
  } catch {
    return false;
  } finally {
    sqlite?.close();
  }
}

export interface Contents {
  users: number;
  organizations: number;
  integrations: number;
  executions: number;
}

/** The contents of a database file, or the reason not to trust it. */
export type Inspection =
  | { kind: 'sound'; contents: Contents; keyCheck: string | null; hasOrphans: boolean }
  | { kind: 'damaged'; reason: string }
  /** A newer build has used the file: the first of its migrations that this build does not know. */
  | { kind: 'newer'; migration: string };

const nouns = ['users', 'organizations', 'integrations', 'executions'] as const;

/**
 * Reads all of a file that nobody writes. Throws when it cannot be read now, as on a full disk. `hasOrphans`: some rows refer
 * to rows that are missing.
 */
export function inspectDatabase(file: string): Inspection {
  let sqlite: BetterSqlite3.Database | undefined;
  try {
    sqlite = new BetterSqlite3(file, { readonly: true, fileMustExist: true });
    const [problem] = sqlite.pragma('integrity_check', { simple: false }) as { integrity_check: string }[];
    if (problem?.integrity_check !== 'ok') {
      return { kind: 'damaged', reason: problem?.integrity_check ?? 'it could not be checked' };
    }
    const [migration] = listUnknownMigrations({ sqlite });
    if (migration !== undefined) return { kind: 'newer', migration };
    const [change] = listForeignChanges({ sqlite });
    if (change !== undefined) return { kind: 'damaged', reason: `${change} in its schema` };
    const hasOrphans = sqlite.prepare('select 1 from pragma_foreign_key_check limit 1').get() !== undefined;
    return { kind: 'sound', contents: countContents({ sqlite }), keyCheck: readKeyCheck(sqlite), hasOrphans };
  } catch (error) {
    if (isDatabaseDown(error) && !isDamage(error)) throw error;
    return { kind: 'damaged', reason: error instanceof Error ? error.message : String(error) };
  } finally {
    sqlite?.close();
  }
}

export function countContents({ sqlite }: { sqlite: BetterSqlite3.Database }): Contents {
  const counts = nouns.map((noun) => [noun, sqlite.prepare(`select count(*) from ${noun}`).pluck().get()]);
  return Object.fromEntries(counts) as Contents;
}

/** Returns the key check; null also in a file from before it existed. */
function readKeyCheck(sqlite: BetterSqlite3.Database): string | null {
  const isThere = sqlite.prepare(`select 1 from sqlite_schema where name = 'installation'`).get();
  if (!isThere) return null;
  // The row may be missing in a file that was recovered.
  return (sqlite.prepare('select key_check from installation').pluck().get() ?? null) as string | null;
}

/**
 * Moves the log of a database into its file. Returns false when the file is not to be trusted, and when the log still has what the
 * file lacks, because another process reads the database all the while.
 */
export function moveLogIntoFile(file: string): boolean {
  try {
    const sqlite = new BetterSqlite3(file, { fileMustExist: true, timeout: 5_000 });
    try {
      return sqlite.pragma('wal_checkpoint(TRUNCATE)', { simple: true }) === 0;
    } finally {
      // SQLite deletes the log when its last connection closes.
      sqlite.close();
    }
  } catch {
    return false;
  }
}
