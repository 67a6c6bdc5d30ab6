// The log of writes (`wicked.db-wal`) is emptied when nothing of it may be left behind: after a deletion, and at the end.
import type { Database } from './open';

/** Nobody else is served meanwhile, so a reader that does not let go is not waited for. */
const patienceMs = 200;

/**
 * Writes everything into the file itself and cuts the log to nothing. Returns false when another process reads the file
 * all the while, as one that replicates it does: then the log is overwritten as it is used again.
 */
export function truncateWal({ sqlite }: Database): boolean {
  const usualMs = Number(sqlite.pragma('busy_timeout', { simple: true }));
  sqlite.pragma(`busy_timeout = ${patienceMs}`);
  try {
    return sqlite.pragma('wal_checkpoint(TRUNCATE)', { simple: true }) === 0;
  } finally {
    sqlite.pragma(`busy_timeout = ${usualMs}`);
  }
}
