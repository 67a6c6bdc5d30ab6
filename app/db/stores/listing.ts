// Reads the stores of an organization and their records, in order of name and key. An expired record is absent.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Queries } from '../core/queries';

export interface StoreKey {
  organizationId: string;
  /** The name of the store. */
  store: string;
}

export interface RecordKey extends StoreKey {
  key: string;
}

export interface StoredStore {
  name: string;
  /** How many records it has; expired ones count until they are removed. */
  records: number;
  /** The sum of the lengths of its records. */
  length: number;
  updatedAt: number;
}

interface ListedRecord {
  key: string;
  /** The bytes of the JSON in UTF-8. */
  length: number;
}

export interface StoredRecord extends ListedRecord {
  /** Sealed JSON. */
  value: string;
  isSecret: 0 | 1;
  /** The execution that wrote the value, which may be deleted; null when a person or a program did. */
  executionId: string | null;
  /** Its integration; null when the execution is deleted. */
  integrationId: string | null;
  createdAt: number;
  updatedAt: number;
  expiresAt: number | null;
}

function selectStores(db: Queries, organizationId: string) {
  return db.build
    .selectFrom('stores')
    .select(['name', 'records', 'length', 'updated_at as updatedAt'])
    .where('organization_id', '=', organizationId);
}

/** Returns up to `limit` stores by name; with `after`, those behind this name. */
export function listStores(
  db: Queries,
  {
    organizationId,
    after = '',
    limit,
  }: { organizationId: string; after?: string | undefined; limit: number },
): Promise<StoredStore[]> {
  return db.all(selectStores(db, organizationId).where('name', '>', after).orderBy('name').limit(limit));
}

export function findStore(
  db: Queries,
  { organizationId, store }: StoreKey,
): Promise<StoredStore | undefined> {
  return db.first(selectStores(db, organizationId).where('name', '=', store));
}

/** The most characters of a key, and the last of all characters: what begins with a text is no further than it and these. */
const behind = '\u{10FFFF}'.repeat(256);

function selectAll(db: Queries, { organizationId, store }: StoreKey) {
  return db.build
    .selectFrom('records')
    .where('records.organization_id', '=', organizationId)
    .where('records.store', '=', store);
}

/** The records of a store that have not expired by `now`. */
function selectPresent(db: Queries, of: StoreKey, now: number) {
  return selectAll(db, of).where(({ eb, or }) =>
    or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]),
  );
}

/** How many further keys are read before everybody else has a turn, unless more are asked for. */
const keysAtOnce = 500;

/**
 * Returns up to `limit` keys that begin with `prefix`, in their order; with `after`, those behind this key, which begins with
 * `prefix`, too. Not for use within a transaction: among very many expired records it looks for others in turns.
 */
export async function listRecordKeys(
  db: Queries,
  of: StoreKey & { prefix?: string | undefined; after?: string | undefined; limit: number; now: number },
): Promise<ListedRecord[]> {
  const { prefix = '', after = '', limit, now } = of;
  // Of two lower bounds SQLite would search by either, and read all keys between them.
  let from = after === '' || !after.startsWith(prefix) ? undefined : after;
  const found: ListedRecord[] = [];
  for (let most = limit; ; most = Math.max(limit, keysAtOnce)) {
    const query = selectAll(db, of)
      .select(['key', 'length', 'expires_at as expiresAt'])
      .where('key', from === undefined ? '>=' : '>', from ?? prefix)
      .where('key', '<=', prefix + behind);
    const rows = await db.all(query.orderBy('key').limit(most));
    for (const { key, length, expiresAt } of rows) {
      if (found.length < limit && (expiresAt === null || expiresAt > now)) found.push({ key, length });
    }
    if (found.length === limit || rows.length < most) return found;
    from = rows.at(-1)?.key;
    await nextTurn();
  }
}

function selectRecords(db: Queries, of: StoreKey, now: number) {
  return selectPresent(db, of, now)
    .leftJoin('executions', (join) =>
      join
        .onRef('executions.id', '=', 'records.execution_id')
        .onRef('executions.organization_id', '=', 'records.organization_id'),
    )
    .select(['records.key', 'records.value', 'records.length', 'records.is_secret as isSecret'])
    .select(['records.execution_id as executionId', 'executions.integration_id as integrationId'])
    .select(['records.created_at as createdAt', 'records.updated_at as updatedAt'])
    .select(['records.expires_at as expiresAt']);
}

/** Returns the records with these keys, in order of key. */
export function listRecords(
  db: Queries,
  of: StoreKey & { keys: string[]; now: number },
): Promise<StoredRecord[]> {
  return db.all(selectRecords(db, of, of.now).where('records.key', 'in', of.keys).orderBy('records.key'));
}

export function findRecord(
  db: Queries,
  { now, ...of }: RecordKey & { now: number },
): Promise<StoredRecord | undefined> {
  return db.first(selectRecords(db, of, now).where('records.key', '=', of.key));
}
