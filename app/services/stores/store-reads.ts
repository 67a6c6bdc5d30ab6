// What a call reads from a store.
import type { AppContext } from '~/context';
import {
  findRecord,
  listRecordKeys,
  listRecords,
  type RecordKey,
  type StoredRecord,
} from '~/db/stores/listing';
import type { StoreOperation } from '~/engine/stores/store-operation';
import { yieldTurn } from '../event-loop';
import { openRecordText } from './sealed-record';
import { refuseCall, respond, type StoreResponse } from './store-changes';

type Context = Pick<AppContext, 'config' | 'db' | 'now'>;

/** The most bytes of a response, below what is kept of any. */
const pageBytes = 1_000_000;
/** How many bytes are decrypted before everybody else has a turn. */
const partBytes = 128 * 1024;

/** Returns a record; an absent one is an answer, and no failure. */
export async function readRecord({ config, db, now }: Context, key: RecordKey): Promise<StoreResponse> {
  const record = await findRecord(db, { ...key, now: now() });
  if (!record) return respond('{"found":false,"value":null}');
  const json = openRecordText(config, key, record.value);
  if (json === undefined) return unreadable(record.key);
  return respond(`{"found":true,"value":${json},${writeTimes(record)}}`, record.isSecret === 1);
}

function unreadable(key: string): StoreResponse {
  return refuseCall(422, `The record ${key} cannot be decrypted with the current APP_KEY.`);
}

/**
 * Returns records in the order of their keys, as many as the call asks for and as fit into a response. `next`: the key after
 * which the others follow; null when there are none.
 */
export async function readRecords(
  { config, db, now: readTime }: Context,
  organizationId: string,
  { store, prefix, after, limit }: Extract<StoreOperation, { kind: 'list' }>,
): Promise<StoreResponse> {
  const of = { organizationId, store, now: readTime() };
  const listed = await listRecordKeys(db, { ...of, prefix, after, limit: limit + 1 });
  const keys: string[] = [];
  let bytes = 0;
  for (const { key, length } of listed.slice(0, limit)) {
    // A character of a key has at most three bytes, or two in JSON; the times and names have less than the rest.
    bytes += length + 3 * key.length + 150;
    if (keys.length > 0 && bytes > pageBytes) break;
    keys.push(key);
  }
  const texts: string[] = [];
  const secretValues: string[] = [];
  for (let from = 0; from < keys.length;) {
    const part = takePart(keys.slice(from), listed.slice(from));
    from += part.length;
    for (const record of await listRecords(db, { ...of, keys: part })) {
      const json = openRecordText(config, { organizationId, store, key: record.key }, record.value);
      if (json === undefined) return unreadable(record.key);
      texts.push(`{"key":${JSON.stringify(record.key)},"value":${json},${writeTimes(record)}}`);
      if (record.isSecret === 1) secretValues.push(json);
    }
    await yieldTurn();
  }
  const next = keys.length < listed.length ? (keys.at(-1) ?? null) : null;
  const page = `{"records":[${texts.join(',')}],"next":${JSON.stringify(next)}}`;
  return { ...respond(page, secretValues.length > 0), secretValues };
}

/** Returns the first of the keys, as many as are decrypted in one turn. */
function takePart(keys: string[], listed: readonly { length: number }[]): string[] {
  let bytes = 0;
  const end = listed.findIndex(({ length }) => (bytes += length) > partBytes);
  return end < 0 ? keys : keys.slice(0, Math.max(1, end));
}

function writeTimes({ updatedAt, expiresAt }: Pick<StoredRecord, 'updatedAt' | 'expiresAt'>): string {
  const end = expiresAt === null ? null : new Date(expiresAt).toISOString();
  return `"updatedAt":${JSON.stringify(new Date(updatedAt).toISOString())},"expiresAt":${JSON.stringify(end)}`;
}
