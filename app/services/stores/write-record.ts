// Writes a record within the limits of its organization; the one way by which runs, people and programs do.
import type { AppKeys } from '~/auth/secret-box';
import type { Queries } from '~/db/core/queries';
import type { RecordKey } from '~/db/stores/listing';
import { measureStores, type StandingRecord, upsertRecord } from '~/db/stores/records';
import { measureRecordValue } from '~/engine/stores/store-operation';
import { storeLimits } from '~/engine/stores/store-limits';
import { formatCount } from '~/engine/texts/format-count';
import { sealRecord } from './sealed-record';

interface WrittenRecord {
  /** The JSON text of the value. */
  json: string;
  isSecret: boolean;
  /** Null when a person or a program writes it. */
  executionId: string | null;
  /** In milliseconds since 1970; null when it has no end. */
  expiresAt: number | null;
  now: number;
}

/**
 * Writes a record in the place of `standing`, which the caller has read in the same transaction, expired or not. Writes nothing
 * and returns why, in a sentence, when the organization has no room for it.
 */
export async function writeRecord(
  tx: Queries,
  keys: AppKeys,
  key: RecordKey,
  { standing, ...record }: WrittenRecord & { standing: StandingRecord | undefined },
): Promise<{ kind: 'written' } | { kind: 'full'; message: string }> {
  const { json, isSecret, ...about } = record;
  const length = measureRecordValue(json);
  const full = await findFull(tx, key, {
    records: standing ? 0 : 1,
    bytes: length - (standing?.length ?? 0),
  });
  if (full !== undefined) return { kind: 'full', message: full };
  const value = sealRecord(keys, key, json);
  await upsertRecord(tx, { ...key, ...about, value, length, isSecret: isSecret ? 1 : 0 }, standing);
  return { kind: 'written' };
}

/** Explains why an organization has no room for so much more; undefined when it has, and for what makes nothing more. */
async function findFull(
  tx: Queries,
  key: RecordKey,
  more: { records: number; bytes: number },
): Promise<string | undefined> {
  if (more.records <= 0 && more.bytes <= 0) return undefined;
  const { stores, records, bytes, has } = await measureStores(tx, key);
  const { stores: mostStores, records: mostRecords, bytes: mostBytes } = storeLimits;
  if (!has && stores >= mostStores) return `An organization has at most ${mostStores} stores.`;
  if (records + more.records > mostRecords) {
    return `The stores of an organization hold at most ${formatCount(mostRecords)} records.`;
  }
  return bytes + more.bytes > mostBytes
    ? `The stores of an organization hold at most ${mostBytes / 1024 / 1024} MiB of values.`
    : undefined;
}
