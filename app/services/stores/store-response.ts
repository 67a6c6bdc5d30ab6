// The stores of an organization, as screens and the JSON API show them.
import { z } from 'zod';
import type { AppContext } from '~/context';
import { findStore, listStores, type StoredStore, type StoreKey } from '~/db/stores/listing';
import { Time } from '~/engine/schema/response-fields';
import type { Problem } from '~/problem';

/** A store. The API's document names this schema. */
export const StoreResponse = z.object({
  name: z.string().describe('Calls name it in their URL: `store://NAME/KEY`.'),
  records: z.number().int().describe('How many records it has. Expired ones count until they are removed.'),
  bytes: z.number().int().describe('The bytes of their values as JSON.'),
  updatedAt: Time.describe('When a record was last written or deleted.'),
});
export type StoreResponse = z.infer<typeof StoreResponse>;

/** Returns up to `limit` stores by name; with `after`, those behind this name. */
export async function listStoreResponses(
  { db }: Pick<AppContext, 'db'>,
  page: { organizationId: string; after?: string | undefined; limit: number },
): Promise<StoreResponse[]> {
  return (await listStores(db, page)).map(describeStore);
}

/** Problem: not-found. */
export async function findStoreResponse(
  { db }: Pick<AppContext, 'db'>,
  key: StoreKey,
): Promise<{ kind: 'store'; store: StoreResponse } | Problem> {
  const stored = await findStore(db, key);
  return stored ? { kind: 'store', store: describeStore(stored) } : { kind: 'not-found' };
}

function describeStore({ name, records, length, updatedAt }: StoredStore): StoreResponse {
  return { name, records, bytes: length, updatedAt: new Date(updatedAt).toISOString() };
}
