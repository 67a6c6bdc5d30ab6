// The actions of people and programs on the records of a store. Every member sees records, as they see logs; members who edit
// integrations change them.
import type { AppContext } from '~/context';
import { findRecord, type RecordKey, type StoredRecord } from '~/db/stores/listing';
import { deleteRecord as deleteRow, findStandingRecord } from '~/db/stores/records';
import { readExpiry } from '~/engine/stores/expiry';
import { findKeyProblem, findStoreName } from '~/engine/stores/store-address';
import { readRecordValue } from '~/engine/stores/store-operation';
import type { Problem } from '~/problem';
import type { Actor } from '../actor';
import { addAuditEntry } from '../audit-entry';
import { transactAsMember } from '../check-permission';
import { describeRecord, type RecordResponse } from './record-response';
import { openRecordText } from './sealed-record';
import { writeRecord } from './write-record';

interface Place {
  store: string;
  key: string;
}

interface RecordInput {
  /** The JSON text of the value. */
  json: string;
  /** When the record expires: in `7d`, at a time in ISO 8601, or, when empty, never. */
  expiresAt: string;
  /** Whether it is written only when no record stands there. */
  isNew?: boolean;
  /** Whether it is written only in the place of a record. */
  isStanding?: boolean;
  /** `updatedAt` of the record that the change began from, empty when there was none; what was changed since stays. */
  since?: string | undefined;
  /** With `isNew`: whether a record with the same value may stand there. The response to the form may have been lost. */
  isAgain?: boolean;
}

/** `isNew`: none stood there before. */
type SaveOutcome = { kind: 'record'; record: RecordResponse; isNew: boolean } | Problem;

/**
 * Writes a record. Problems: forbidden, not-found, invalid; stores-full when the organization has no room for it; changed-since
 * for a record that is not new, or not there; conflict for one that was written or deleted since.
 */
export async function saveRecord(
  context: AppContext,
  actor: Actor,
  { store, key }: Place,
  { isNew = false, isAgain = false, isStanding = false, since, ...input }: RecordInput,
): Promise<SaveOutcome> {
  const now = context.now();
  const read = readInput({ store, key }, input, now);
  const place = { organizationId: actor.organizationId, store, key };
  return transactAsMember(context.db, actor, 'edit-integrations', async (tx): Promise<SaveOutcome> => {
    if (read.kind !== 'read') return read;
    const before = await findRecord(tx, { ...place, now });
    const { json, expiresAt } = read;
    if (before && isNew) {
      const isSame = isAgain && isSameRecord(context, place, before, { ...input, json });
      return isSame
        ? { kind: 'record', record: describeRecord(context, place, before), isNew: false }
        : exists;
    }
    if (!before && isStanding) return { kind: 'changed-since' };
    if (since !== undefined && since !== (before ? timeOf(before) : '')) return before ? written : removed;
    const standing = await findStandingRecord(tx, place);
    const record = { json, isSecret: false, executionId: null, expiresAt, now, standing };
    const outcome = await writeRecord(tx, context.config, place, record);
    if (outcome.kind === 'full') return { kind: 'stores-full', message: outcome.message };
    await addAuditEntry(context, tx, actor, {
      kind: 'record-changed',
      subjectId: store,
      detail: `${store}/${key}`,
    });
    const stored = await findRecord(tx, { ...place, now });
    if (!stored) throw new Error('the record that was written is not there');
    return { kind: 'record', record: describeRecord(context, place, stored), isNew: !before };
  });
}

function timeOf({ updatedAt }: StoredRecord): string {
  return new Date(updatedAt).toISOString();
}

/** Checks whether a form that is sent again would change nothing. Who sends one learns nothing about a secret. */
function isSameRecord(
  { config }: Pick<AppContext, 'config'>,
  place: RecordKey,
  { value, isSecret, expiresAt, updatedAt }: StoredRecord,
  input: { json: string; expiresAt: string },
): boolean {
  // An end such as `1d` is counted from the time at which the form came first.
  const isAlike = isSecret === 0 && expiresAt === readEnd(input.expiresAt, updatedAt);
  return isAlike && openRecordText(config, place, value) === input.json;
}

const exists: Problem = {
  kind: 'changed-since',
  message: 'The store has a record with this key already.',
  fields: { key: ['The store has a record with this key already'] },
};

const written: Problem = {
  kind: 'conflict',
  message:
    'This record was written since you opened it. Save again to overwrite it with what is in the form.',
};

const removed: Problem = {
  kind: 'conflict',
  message: 'This record was deleted, or expired, since you opened it. Save again to write it anew.',
};

/** Problems: forbidden; not-found, also for an expired record; changed-since for one that was written after `since`. */
export function deleteRecord(
  context: AppContext,
  actor: Actor,
  { store, key }: Place,
  since?: string,
): Promise<{ kind: 'deleted' } | Problem> {
  type Outcome = { kind: 'deleted' } | Problem;
  const place = { organizationId: actor.organizationId, store, key };
  return transactAsMember(context.db, actor, 'edit-integrations', async (tx): Promise<Outcome> => {
    const now = context.now();
    const before = since === undefined ? undefined : await findRecord(tx, { ...place, now });
    if (before && since !== undefined && timeOf(before) !== since) return { kind: 'changed-since' };
    if (!(await deleteRow(tx, place, now))) return { kind: 'not-found' };
    const detail = `${store}/${key}`;
    await addAuditEntry(context, tx, actor, { kind: 'record-deleted', subjectId: store, detail });
    return { kind: 'deleted' };
  });
}

type Read = { kind: 'read'; json: string; expiresAt: number | null } | Problem;

function readInput({ store, key }: Place, input: Pick<RecordInput, 'json' | 'expiresAt'>, now: number): Read {
  const keyProblem = key === '' ? 'Write a key' : findKeyProblem(key);
  const value = readRecordValue(input.json);
  const expiresAt = readEnd(input.expiresAt, now);
  if (
    findStoreName(`store://${store}`) === store &&
    !keyProblem &&
    'json' in value &&
    expiresAt !== undefined
  )
    return { kind: 'read', json: value.json, expiresAt };
  return {
    kind: 'invalid',
    fields: {
      ...(findStoreName(`store://${store}`) !== store && { store: [storeRule] }),
      ...(keyProblem && { key: [keyProblem] }),
      ...('problem' in value && { value: [input.json.trim() === '' ? 'Write a value' : value.problem] }),
      ...(expiresAt === undefined && { expiresAt: [endRule] }),
    },
  };
}

const storeRule = 'Write a lower case letter, then up to 62 of a-z, 0-9, _ and -';
const endRule =
  'Write a number with s, m, h or d, such as 7d, or a time to come, such as 2026-12-31T18:00:00Z';

/** Returns when a record ends; undefined when the text does not say. */
function readEnd(text: string, now: number): number | null | undefined {
  if (text === '') return null;
  const expiry = readExpiry(text);
  if ('ms' in expiry) return now + expiry.ms;
  const at = isoTime.test(text) ? Date.parse(text) : Number.NaN;
  return at > now ? at : undefined;
}

/** A time with its zone; without one it would mean another time on each server. */
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/i;
