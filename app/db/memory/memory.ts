// Reads and changes the memory of an integration for the screen and the API.
import { sql } from 'kysely';
import type { Queries } from '../core/queries';
import type { LoopKey, NewRemembered } from './run-memory';
import { firstRunDigest, rememberQuery } from './run-memory';

export interface StoredRemembered {
  name: string;
  /** Sealed. */
  value: string;
  length: number;
  isSecret: 0 | 1;
  executionId: string | null;
  updatedAt: number;
}

/** Returns the remembered values by name. */
export function listRemembered(db: Queries, integrationId: string): Promise<StoredRemembered[]> {
  return db.all(
    db.build
      .selectFrom('remembered_values')
      .select(['name', 'value', 'length', 'is_secret as isSecret'])
      .select(['execution_id as executionId', 'updated_at as updatedAt'])
      .where('integration_id', '=', integrationId)
      .orderBy('name'),
  );
}

export async function upsertRemembered(db: Queries, value: NewRemembered): Promise<void> {
  await db.run(rememberQuery(value));
}

/** Deletes one value, or all of them. Returns how many there were. */
export function deleteRemembered(db: Queries, integrationId: string, name?: string): Promise<number> {
  let query = db.build.deleteFrom('remembered_values').where('integration_id', '=', integrationId);
  if (name !== undefined) query = query.where('name', '=', name);
  return db.run(query);
}

/** Returns how many entries each for each is done with, and when the last one was. None for one that no run has gone through. */
export function countSeen(
  db: Queries,
  integrationId: string,
): Promise<{ loopId: string; entries: number; lastAt: number }[]> {
  return db.all(
    db.build
      .selectFrom('seen_entries')
      .select(['loop_id as loopId'])
      .select([
        sql<number>`sum(digest <> ${firstRunDigest})`.as('entries'),
        sql<number>`max(seen_at)`.as('lastAt'),
      ])
      .where('integration_id', '=', integrationId)
      .groupBy('loop_id')
      .having(sql<number>`max(seen_at)`, '>', 0)
      .orderBy('loop_id'),
  );
}

/** Deletes one entry of a for each. Returns how many there were. */
export function deleteSeen(db: Queries, { integrationId, loopId }: LoopKey, digest: string): Promise<number> {
  return db.run(
    db.build
      .deleteFrom('seen_entries')
      .where('integration_id', '=', integrationId)
      .where('loop_id', '=', loopId)
      .where('digest', '=', digest),
  );
}

/** Deletes up to `limit` entries of one for each, or of all of the integration's. Returns how many there were. */
export function deleteSomeSeen(
  db: Queries,
  { integrationId, loopId }: { integrationId: string; loopId?: string | undefined },
  limit: number,
): Promise<number> {
  let some = db.build
    .selectFrom('seen_entries as some')
    .select(['some.integration_id', 'some.loop_id', 'some.digest'])
    .where('some.integration_id', '=', integrationId);
  if (loopId !== undefined) some = some.where('some.loop_id', '=', loopId);
  return db.run(
    db.build
      .deleteFrom('seen_entries')
      // By the whole key: a search by digests alone would read all entries of the integration for each batch.
      .where(({ eb, refTuple }) =>
        eb(
          refTuple('integration_id', 'loop_id', 'digest'),
          'in',
          some.limit(limit).$asTuple('integration_id', 'loop_id', 'digest'),
        ),
      ),
  );
}
