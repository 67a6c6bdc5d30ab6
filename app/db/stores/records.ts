// Writes and deletes records. Each function runs in the transaction of its caller, and keeps the totals of the store right.
import { sql } from 'kysely';
import { compileQuery } from '../core/compiled-query';
import { deleteAsManyAsFit } from '../core/deletion/few-bytes';
import type { Queries } from '../core/queries';
import type { RecordKey, StoreKey } from './listing';

/** A record as it stands, also an expired one. */
export interface StandingRecord {
  /** Sealed JSON. */
  value: string;
  length: number;
  isSecret: 0 | 1;
  expiresAt: number | null;
}

interface NewRecord extends StandingRecord, RecordKey {
  executionId: string | null;
  now: number;
}

const standingQuery = compileQuery<RecordKey, StandingRecord>((build, value) =>
  build
    .selectFrom('records')
    .select(['value', 'length', 'is_secret as isSecret', 'expires_at as expiresAt'])
    .where('organization_id', '=', value('organizationId'))
    .where('store', '=', value('store'))
    .where('key', '=', value('key')),
);

/** Returns a record also when it has expired and is not removed yet. */
export function findStandingRecord(tx: Queries, key: RecordKey): Promise<StandingRecord | undefined> {
  return tx.first(standingQuery(key));
}

interface StoreChange extends StoreKey {
  /** How many records more there are. */
  records: number;
  length: number;
  now: number;
}

const changeStoreQuery = compileQuery<StoreChange>((build, value) =>
  build
    .insertInto('stores')
    .values({
      organization_id: value('organizationId'),
      name: value('store'),
      records: value('records'),
      length: value('length'),
      created_at: value('now'),
      updated_at: value('now'),
    })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'name']).doUpdateSet({
        records: sql`stores.records + excluded.records`,
        length: sql`stores.length + excluded.length`,
        updated_at: sql`excluded.updated_at`,
      }),
    ),
);

const upsertQuery = compileQuery<NewRecord>((build, value) =>
  build
    .insertInto('records')
    .values({
      organization_id: value('organizationId'),
      store: value('store'),
      key: value('key'),
      length: value('length'),
      is_secret: value('isSecret'),
      execution_id: value('executionId'),
      created_at: value('now'),
      updated_at: value('now'),
      expires_at: value('expiresAt'),
      value: value('value'),
    })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'store', 'key']).doUpdateSet({
        length: sql`excluded.length`,
        is_secret: sql`excluded.is_secret`,
        execution_id: sql`excluded.execution_id`,
        // Each write has a time of its own, by which the next writer knows it, also within a millisecond.
        updated_at: sql`max(excluded.updated_at, records.updated_at + 1)`,
        expires_at: sql`excluded.expires_at`,
        value: sql`excluded.value`,
      }),
    ),
);

/** Writes a record in the place of `standing`, if one stands there. The store comes to be with its first record. */
export async function upsertRecord(
  tx: Queries,
  record: NewRecord,
  standing: Pick<StandingRecord, 'length' | 'expiresAt'> | undefined,
): Promise<void> {
  const { length, now } = record;
  // A record that had ended is another one.
  const isOver = standing !== undefined && hasExpired(standing, now);
  if (isOver) await tx.run(deleteQuery(record));
  const more = { records: standing ? 0 : 1, length: length - (standing?.length ?? 0), now };
  await tx.runAll([changeStoreQuery({ ...record, ...more }), upsertQuery(record)]);
}

const deleteQuery = compileQuery<RecordKey>((build, value) =>
  build
    .deleteFrom('records')
    .where('organization_id', '=', value('organizationId'))
    .where('store', '=', value('store'))
    .where('key', '=', value('key')),
);

/** Deletes a record. Returns whether one was there that had not expired. */
export async function deleteRecord(tx: Queries, key: RecordKey, now: number): Promise<boolean> {
  const standing = await findStandingRecord(tx, key);
  if (!standing) return false;
  await tx.run(deleteQuery(key));
  await tx.run(changeStoreQuery({ ...key, records: -1, length: -standing.length, now }));
  return !hasExpired(standing, now);
}

export function hasExpired({ expiresAt }: Pick<StandingRecord, 'expiresAt'>, now: number): boolean {
  return expiresAt !== null && expiresAt <= now;
}

/** The most records of one transaction; few bytes are deleted in each. */
const maxAtOnce = 500;

/** A row that may be deleted. `bytes`: how many are overwritten, which is more than the JSON has, since it is sealed. */
const deletable = sql<number>`length * 4 / 3 + 200`.as('bytes');

interface Deletable extends RecordKey {
  length: number;
  expiresAt: number | null;
  bytes: number;
}

function selectDeletable(db: Queries) {
  return db.build
    .selectFrom('records')
    .select(['organization_id as organizationId', 'store', 'key', 'length', 'expires_at as expiresAt'])
    .select(deletable);
}

/**
 * Deletes some records of a store in the order of their keys, up to the key `upTo` or all, and at most `limit`. Returns how many
 * rows there were, and how many of them had not expired.
 */
export async function deleteSomeRecords(
  tx: Queries,
  {
    organizationId,
    store,
    upTo,
    limit = maxAtOnce,
    now,
  }: StoreKey & { upTo?: string; limit?: number; now: number },
): Promise<{ rows: number; present: number }> {
  let query = selectDeletable(tx).where('organization_id', '=', organizationId).where('store', '=', store);
  if (upTo !== undefined) query = query.where('key', '<=', upTo);
  const found = await tx.all(query.orderBy('key').limit(Math.min(limit, maxAtOnce)));
  const rows = await deleteRows(tx, found, now);
  return { rows, present: found.slice(0, rows).filter((each) => !hasExpired(each, now)).length };
}

/** Deletes some records that have expired by `now`, of any store. Returns how many. */
export async function deleteExpiredRecords(tx: Queries, now: number): Promise<number> {
  const query = selectDeletable(tx).where('expires_at', '<=', now).orderBy('expires_at').limit(maxAtOnce);
  return deleteRows(tx, await tx.all(query), now);
}

/** Deletes some records of an organization that is being removed. Returns how many: 0 when there are none left. */
export async function deleteOrganizationRecords(tx: Queries, organizationId: string): Promise<number> {
  const query = selectDeletable(tx).where('organization_id', '=', organizationId).limit(maxAtOnce);
  return deleteAsManyAsFit(tx, await tx.all(query), deleteQuery);
}

async function deleteRows(tx: Queries, found: readonly Deletable[], now: number): Promise<number> {
  const rows = await deleteAsManyAsFit(tx, found, deleteQuery);
  const changes = new Map<string, StoreChange>();
  for (const { organizationId, store, length } of found.slice(0, rows)) {
    const place = `${organizationId} ${store}`;
    const change = changes.get(place) ?? { organizationId, store, records: 0, length: 0, now };
    changes.set(place, change);
    change.records -= 1;
    change.length -= length;
  }
  await tx.runAll([...changes.values()].map(changeStoreQuery));
  return rows;
}

interface StoreTotals {
  stores: number;
  records: number;
  /** Of values, as JSON. */
  bytes: number;
  /** 1 when the named store is among them. */
  has: 0 | 1;
}

const totalsQuery = compileQuery<StoreKey, StoreTotals>((build, value) =>
  build
    .selectFrom('stores')
    .select([
      sql<number>`count(*)`.as('stores'),
      sql<number>`ifnull(sum(records), 0)`.as('records'),
      sql<number>`ifnull(sum(length), 0)`.as('bytes'),
      sql<0 | 1>`ifnull(max(name = ${value('store')}), 0)`.as('has'),
    ])
    .where('organization_id', '=', value('organizationId')),
);

/** Adds up the stores of an organization, and looks for one of them. */
export async function measureStores(tx: Queries, store: StoreKey): Promise<StoreTotals> {
  return (await tx.first(totalsQuery(store))) ?? { stores: 0, records: 0, bytes: 0, has: 0 };
}

/** The text of a UUID. */
const idPattern = [8, 4, 4, 4, 12].map((digits) => '[0-9a-f]'.repeat(digits)).join('-');

interface KeyRange extends StoreKey {
  from: string;
  before: string;
}

const lastIdQuery = compileQuery<KeyRange, { key: string }>((build, value) =>
  build
    .selectFrom('records')
    .select('key')
    .where('organization_id', '=', value('organizationId'))
    .where('store', '=', value('store'))
    .where('key', '>=', value('from'))
    .where('key', '<', value('before'))
    .where(sql<boolean>`key glob ${sql.lit(idPattern)}`)
    .orderBy('key', 'desc')
    .limit(1),
);

/** Returns the last key of a store within a range that has the form of an id, also of an expired record. */
export async function findLastId(tx: Queries, range: KeyRange): Promise<string | undefined> {
  return (await tx.first(lastIdQuery(range)))?.key;
}
