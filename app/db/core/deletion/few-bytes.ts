// The bytes of one deletion are few: SQLite overwrites every deleted byte, so deleting takes as long as writing did, and nobody
// else writes meanwhile.
import type { Compilable } from 'kysely';
import type { Queries } from '../queries';

/** The most bytes that one transaction deletes, in about 10 ms; a single longer text is still deleted in one transaction. */
export const maxBytesAtOnce = 256 * 1024;

/**
 * Deletes the first of these rows, by the query that `toDeletion` returns, and those after it that fit beside it. `bytes` is
 * the length of a row. Returns how many it deleted: 0 when there were none.
 */
export async function deleteAsManyAsFit<Row extends { bytes: number }>(
  db: Queries,
  rows: readonly Row[],
  toDeletion: (row: Row) => Compilable<unknown>,
): Promise<number> {
  let [deleted, deletedBytes] = [0, 0];
  for (const row of rows) {
    deletedBytes += row.bytes;
    if (deleted > 0 && deletedBytes > maxBytesAtOnce) break;
    await db.run(toDeletion(row));
    deleted += 1;
  }
  return deleted;
}
