// The records of a store, as screens and the JSON API show them: a secret value not at all, times in ISO 8601.
import { z } from 'zod';
import type { AppContext } from '~/context';
import {
  findRecord,
  listRecordKeys,
  listRecords,
  type RecordKey,
  type StoredRecord,
  type StoreKey,
} from '~/db/stores/listing';
import { Id, Time } from '~/engine/schema/response-fields';
import type { Problem } from '~/problem';
import { yieldTurn } from '../event-loop';
import { openRecord } from './sealed-record';

/** A record. The API's document names this schema. */
export const RecordResponse = z.object({
  key: z.string(),
  /** From `parseJson`. */
  value: z.unknown().describe('Any JSON; null where it is not shown.'),
  isSecret: z
    .boolean()
    .describe('The value contains a secret of the execution that wrote it, so it is never returned.'),
  isReadable: z.boolean().describe('False when it cannot be decrypted with the current `APP_KEY`.'),
  executionId: Id.nullable().describe(
    'The execution that wrote the value, which may be deleted. Null when a person or a program did.',
  ),
  integrationId: Id.nullable().describe('Its integration; null when the execution is deleted.'),
  createdAt: Time,
  updatedAt: Time.describe('When the value was last written.'),
  expiresAt: Time.nullable().describe('The record is absent from then on. Null: it stays.'),
});
export type RecordResponse = z.infer<typeof RecordResponse>;

type ReadContext = Pick<AppContext, 'config' | 'db' | 'now'>;

/** The most bytes of values on a page, unless a single record has more. */
const pageBytes = 256 * 1024;

/** Which records of a store: those whose keys begin with `prefix`, behind the key `after`. */
interface RecordPage extends StoreKey {
  prefix?: string | undefined;
  after?: string | undefined;
  limit: number;
}

/**
 * Returns at most `limit` records in order of key, fewer when they are long. `bytes`: of their values. `next`: the key behind which
 * others follow.
 */
export async function listRecordResponses(
  context: ReadContext,
  { limit, ...page }: RecordPage,
): Promise<{ records: RecordResponse[]; bytes: number; next: string | undefined }> {
  const now = context.now();
  const listed = await listRecordKeys(context.db, { ...page, limit: limit + 1, now });
  const keys: string[] = [];
  let bytes = 0;
  for (const { key, length } of listed.slice(0, limit)) {
    if (keys.length > 0 && bytes + length > pageBytes) break;
    bytes += length;
    keys.push(key);
  }
  const records: RecordResponse[] = [];
  for (const stored of await listRecords(context.db, { ...page, keys, now })) {
    if (records.length > 0 && stored.length > largeBytes) await yieldTurn();
    records.push(describeRecord(context, page, stored));
  }
  // Not that of the last record, which may have been deleted since its key was read.
  return { records, bytes, next: keys.length < listed.length ? keys.at(-1) : undefined };
}

/** Before a value of so many bytes is opened, other requests get a turn. */
const largeBytes = 16 * 1024;

/** Problem: not-found, also for an expired record. */
export async function findRecordResponse(
  context: ReadContext,
  key: RecordKey,
): Promise<{ kind: 'record'; record: RecordResponse } | Problem> {
  const stored = await findRecord(context.db, { ...key, now: context.now() });
  return stored ? { kind: 'record', record: describeRecord(context, key, stored) } : { kind: 'not-found' };
}

/** Returns a record as it is shown. */
export function describeRecord(
  { config }: Pick<AppContext, 'config'>,
  of: StoreKey,
  stored: StoredRecord,
): RecordResponse {
  const { key, isSecret, executionId, integrationId, createdAt, updatedAt, expiresAt } = stored;
  const opened = openRecord(config, { ...of, key }, stored.value);
  return {
    key,
    value: opened && isSecret === 0 ? opened.value : null,
    isSecret: isSecret === 1,
    isReadable: opened !== undefined,
    executionId,
    integrationId,
    createdAt: formatTime(createdAt),
    updatedAt: formatTime(updatedAt),
    expiresAt: expiresAt === null ? null : formatTime(expiresAt),
  };
}

function formatTime(at: number): string {
  return new Date(at).toISOString();
}
