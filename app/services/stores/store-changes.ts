// What a call changes in a store, in the transaction of its caller.
import type { AppKeys } from '~/auth/secret-box';
import type { Queries } from '~/db/core/queries';
import { deleteRecord, findStandingRecord, hasExpired, type StandingRecord } from '~/db/stores/records';
import { addAmounts, readAmount, writeAmount } from '~/engine/filters/decimal-arithmetic';
import { parseJson, stringifyJson } from '~/engine/json/json';
import { isJsonObject, mergePatch } from '~/engine/stores/merge-patch';
import { type StoreOperation, tooLong, writeRecordValue } from '~/engine/stores/store-operation';
import { makeRecordKey } from './record-key';
import { openRecordText } from './sealed-record';
import { writeRecord } from './write-record';

/** The response of a store. `isSecret`: its body has the value of a record that holds a secret. */
export interface StoreResponse {
  status: 200 | 405 | 422 | 507;
  /** JSON. */
  body: string;
  isSecret: boolean;
  /** The JSON of the values that hold a secret; set for a page of records. */
  secretValues?: string[];
}

type StoreChange = Extract<StoreOperation, { kind: 'put' | 'patch' | 'increment' | 'add' | 'delete' }>;

/** Who changes what, and when. */
export interface StoreCaller {
  organizationId: string;
  /** Null for the test of a single call. */
  executionId: string | null;
  /** Whether the body of the call holds a secret of the run. */
  isSecret: boolean;
  /** Milliseconds since 1970. */
  now: number;
}

export function respond(body: string, isSecret = false): StoreResponse {
  return { status: 200, body, isSecret };
}

/** Refuses a call, with a sentence that the log shows. */
export function refuseCall(status: 405 | 422 | 507, message: string): StoreResponse {
  return { status, body: JSON.stringify({ message }), isSecret: false };
}

/** Changes one record. Changes nothing unless the status of the response is 200. */
export async function changeRecord(
  tx: Queries,
  keys: AppKeys,
  change: StoreChange,
  { organizationId, executionId, isSecret: isSecretBody, now }: StoreCaller,
): Promise<StoreResponse> {
  const { store } = change;
  const named = change.kind === 'add' ? await makeRecordKey(tx, { organizationId, store }) : change.key;
  const key = { organizationId, store, key: named };
  if (change.kind === 'delete') {
    return respond(JSON.stringify({ deleted: await deleteRecord(tx, key, now) }));
  }
  const standing = await findStandingRecord(tx, key);
  const present = standing && !hasExpired(standing, now) ? standing : undefined;
  const before = present && openRecordText(keys, key, present.value);
  if (present && before === undefined && (change.kind !== 'put' || change.isNew)) return unreadable;
  if (change.kind === 'put' && change.isNew && present) {
    return respond(`{"created":false,"value":${before}}`, present.isSecret === 1);
  }
  const next = findNextValue(change, before);
  if ('problem' in next) return refuseCall(422, next.problem);
  const { json } = next;
  const isSecret = isSecretBody || (keepsMore(change) && present?.isSecret === 1);
  const expiresAt = findEnd(change, present, now);
  const written = await writeRecord(tx, keys, key, { json, isSecret, executionId, expiresAt, now, standing });
  if (written.kind === 'full') return refuseCall(507, written.message);
  if (change.kind === 'add') return respond(JSON.stringify({ key: named }));
  if (change.kind === 'increment') return respond(`{"value":${json}}`, isSecret);
  return respond(`{"created":${present === undefined},"value":${json}}`, isSecret);
}

const unreadable = refuseCall(422, 'The record cannot be decrypted with the current APP_KEY.');

/** Checks whether a change keeps a part of what stood there. */
function keepsMore({ kind }: StoreChange): boolean {
  return kind === 'patch' || kind === 'increment';
}

/** A record that is written anew ends anew; one that is changed keeps its end, unless the call says another. */
function findEnd(
  change: Exclude<StoreChange, { kind: 'delete' }>,
  present: StandingRecord | undefined,
  now: number,
): number | null {
  if (change.expiresInMs !== undefined) return now + change.expiresInMs;
  return keepsMore(change) ? (present?.expiresAt ?? null) : null;
}

/** Returns the JSON of the value that the record gets, or in a sentence why there is none. */
function findNextValue(
  change: Exclude<StoreChange, { kind: 'delete' }>,
  before: string | undefined,
): { json: string } | { problem: string } {
  if (change.kind === 'put' || change.kind === 'add') return { json: change.json };
  const value = before === undefined ? undefined : parseJson(before);
  if (change.kind === 'patch') {
    if (value !== undefined && !isJsonObject(value)) {
      return { problem: 'The record is no object, so nothing can be merged into it. PUT replaces it.' };
    }
    return toJson(mergePatch(value, change.patch));
  }
  const [from, by] = [typeof value === 'string' ? undefined : readAmount(value ?? 0), readAmount(change.by)];
  if (!from || value === null || !by) {
    return { problem: 'The record is no number, so nothing can be added to it. PUT replaces it.' };
  }
  const sum = writeAmount(addAmounts(from, by));
  return sum === undefined ? { problem: 'The sum has too many digits.' } : { json: stringifyJson(sum) };
}

function toJson(value: unknown): { json: string } | { problem: string } {
  const json = writeRecordValue(value);
  return json === undefined ? { problem: tooLong } : { json };
}
