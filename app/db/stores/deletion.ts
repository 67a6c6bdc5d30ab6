import type { Queries } from '../core/queries';
import type { StoreKey } from './listing';
import { deleteSomeRecords } from './records';

/** Deletes some records of a store, or the store itself when it has none. Returns whether it is gone. */
export async function deleteSomeOfStore(tx: Queries, of: StoreKey, now: number): Promise<boolean> {
  if ((await deleteSomeRecords(tx, { ...of, now })).rows > 0) return false;
  await tx.run(
    tx.build
      .deleteFrom('stores')
      .where('organization_id', '=', of.organizationId)
      .where('name', '=', of.store),
  );
  return true;
}
