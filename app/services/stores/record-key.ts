// The keys of records that a store names itself sort by time.
import { firstIdOf, newId } from '~/db/core/id';
import type { Queries } from '~/db/core/queries';
import type { StoreKey } from '~/db/stores/listing';
import { findLastId } from '~/db/stores/records';

/**
 * Makes a key behind all that the store has made and still has, in the transaction that adds the record. So a run that lists
 * records and then deletes up to the last of them deletes none that it has not seen, whatever the clocks of the servers say.
 */
export async function makeRecordKey(tx: Queries, store: StoreKey): Promise<string> {
  const id = newId();
  const before = firstIdOf(Date.now() + furthestMs);
  const last = await findLastId(tx, { ...store, from: id, before });
  const next = last === undefined ? id : findNext(last);
  return next < before ? next : id;
}

/** No clock is further ahead: ten years. Without an end, the search would read most keys of a store of order numbers. */
const furthestMs = 10 * 365 * 86_400_000;

function findNext(id: string): string {
  const digits = (BigInt(`0x${id.replaceAll('-', '')}`) + 1n).toString(16).padStart(32, '0');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
