// SQLite restarts its write-ahead log only when nobody reads an older state of the database. A reader that never ends, such as
// a forgotten shell or a stalled replication, lets it grow until the disk is full. Before that, the server's log says so.
import type { AppContext } from '~/context';

const mebibyte = 1024 * 1024;
/** Eight times the usual size at which SQLite restarts it. Also in `ops/prometheus-rules.yml`. */
export const longLogBytes = 256 * mebibyte;
/** The size below which the log has to fall before the next warning. */
const shortLogBytes = longLogBytes / 2;

/** Returns a function that checks the log's size once, and reports when it has become long and when it is short again. */
export function createLogSizeWatch(
  log: Pick<AppContext['log'], 'warn' | 'info'>,
  measureBytes: () => number,
): () => void {
  let isLong = false;
  return () => {
    const logBytes = measureBytes();
    if (!isLong && logBytes >= longLogBytes) {
      isLong = true;
      log.warn(
        { logBytes },
        "the database's write-ahead log (wicked.db-wal) keeps growing: something reads the database all the while, such as a backup, a replication or a shell; end it, or the log fills the disk",
      );
    } else if (isLong && logBytes < shortLogBytes) {
      isLong = false;
      log.info({ logBytes }, "the database's write-ahead log is short again");
    }
  };
}
