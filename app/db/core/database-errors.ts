// The meaning of SQLite's errors for the caller.
import { constants } from 'node:os';

/**
 * The database was moved, deleted or replaced. It has the code that SQLite gives to that:
 * https://sqlite.org/rescode.html#readonly_dbmoved
 */
export class DisplacedError extends Error {
  readonly code = 'SQLITE_READONLY_DBMOVED';
}

/** A disk without room, for SQLite and for files. */
const fullCodes = new Set(['SQLITE_FULL', 'ENOSPC']);

/** Checks whether the disk is full, or the quota of the user on it, for which Node has a number and no code. */
export function isFull(error: unknown): boolean {
  if (fullCodes.has(codeOf(error))) return true;
  return error instanceof Error && 'errno' in error && error.errno === -constants.errno.EDQUOT;
}

/** Checks whether a write failed. SQLite gives this code for a full quota, too, and for a disk that fails. */
export function isFailedWrite(error: unknown): boolean {
  return codeOf(error) === 'SQLITE_IOERR_WRITE';
}

/** Checks whether an error says that the file is damaged, and not only that it cannot be used now. */
export function isDamage(error: unknown): error is Error {
  return /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error));
}

/** Checks whether an error says that the database cannot write now (locked, full, failing disk), whatever the query. */
export function isDatabaseDown(error: unknown): boolean {
  return /^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|NOMEM|CORRUPT|NOTADB)/.test(codeOf(error));
}

/** Returns why a database cannot be opened; undefined when the error does not come from the database. */
export function findOpenTrouble(error: unknown): OpenTrouble | undefined {
  // SQLite adds to its codes: SQLITE_CANTOPEN_ISDIR, SQLITE_CORRUPT_VTAB.
  const [code] = /^SQLITE_[A-Z]+/.exec(codeOf(error)) ?? [];
  if (code !== undefined) return openTroubles[code];
  const isUnmade = error instanceof Error && /\bbetter_sqlite3\.node\b/.test(error.message);
  return isUnmade || codeOf(error) === 'ERR_DLOPEN_FAILED' ? 'library-unmade' : undefined;
}

export type OpenTrouble = 'not-writable' | 'damaged' | 'full' | 'failing' | 'locked' | 'library-unmade';

const openTroubles: Record<string, OpenTrouble> = {
  SQLITE_READONLY: 'not-writable',
  SQLITE_CANTOPEN: 'not-writable',
  SQLITE_NOTADB: 'damaged',
  SQLITE_CORRUPT: 'damaged',
  SQLITE_FULL: 'full',
  // Also when there is no room for what SQLite maps into memory: https://sqlite.org/rescode.html#ioerr_shmsize
  SQLITE_IOERR: 'failing',
  SQLITE_BUSY: 'locked',
};

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
