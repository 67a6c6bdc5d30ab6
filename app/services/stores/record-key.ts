// The keys of records that a store names itself sort by time.
import { newId } from '~/db/core/id';
import type { Queries } from '~/db/core/queries';
import type { StoreKey } from '~/db/stores/listing';
import { findLastKey } from '~/db/stores/records';

/**
 * Makes a key behind all that the store has made and still has, in the transaction that adds the record. So a run that lists
 * records and then deletes up to the last of them deletes none that it has not seen, whatever the clocks of the servers say.
 */
export async function makeRecordKey(tx: Queries, store: StoreKey): Promise<string> {
  const id = newId();
  const last = await findLastKey(tx, { ...store, before: behindIds });
  return last !== undefined && last >= id && made.test(last) ? findNext(last) : id;
}

/** Ids are hexadecimal digits, so they sort before this. */
const behindIds = 'g';
const made = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

function findNext(id: string): string {
  const digits = (BigInt(`0x${id.replaceAll('-', '')}`) + 1n).toString(16).padStart(32, '0');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
