// SQLite's write-ahead log begins anew only when nobody reads an older state of the database. One reader that never ends, as a shell that
// was left open or a replication that stands still, lets it grow until the disk is full; before that, the server's log says so.
import type { AppContext } from '~/context';

const mebibyte = 1024 * 1024;
/** Eight times what it has when it usually begins anew. Also in `ops/prometheus-rules.yml`. */
export const longLogBytes = 256 * mebibyte;
/** It has to fall below this before it is said again. */
const shortLogBytes = longLogBytes / 2;

/** Returns what looks once at the bytes of the log, and writes a line when it has become long and another when it is short again. */
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
