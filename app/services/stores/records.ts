// The actions of people and programs on the records of a store. Every member sees records, as they see logs; members who edit
// integrations change them.
import type { AppContext } from '~/context';
import { findRecord } from '~/db/stores/listing';
import { deleteRecord as deleteRow, findStandingRecord } from '~/db/stores/records';
import { readExpiry } from '~/engine/stores/expiry';
import { findKeyProblem, findStoreName } from '~/engine/stores/store-address';
import { readRecordValue } from '~/engine/stores/store-operation';
import type { Problem } from '~/problem';
import type { Actor } from '../actor';
import { addAuditEntry } from '../audit-entry';
import { transactAsMember } from '../check-permission';
import { describeRecord, type RecordResponse } from './record-response';
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
  /** `updatedAt` of the record that the change began from; one that was written since is not overwritten. */
  since?: string | undefined;
}

/** `isNew`: none stood there before. */
type SaveOutcome = { kind: 'record'; record: RecordResponse; isNew: boolean } | Problem;

/**
 * Writes a record. Problems: forbidden, not-found; invalid, also when the organization has no room for it; changed-since for a
 * record that is not new; conflict for one that was written since.
 */
export async function saveRecord(
  context: AppContext,
  actor: Actor,
  { store, key }: Place,
  { isNew = false, since, ...input }: RecordInput,
): Promise<SaveOutcome> {
  const now = context.now();
  const read = readInput({ store, key }, input, now);
  const place = { organizationId: actor.organizationId, store, key };
  return transactAsMember(context.db, actor, 'edit-integrations', async (tx): Promise<SaveOutcome> => {
    if (read.kind !== 'read') return read;
    const before = await findRecord(tx, { ...place, now });
    if (before && isNew) return exists;
    if (before && since !== undefined && new Date(before.updatedAt).toISOString() !== since) return written;
    const { json, expiresAt } = read;
    const standing = await findStandingRecord(tx, place);
    const record = { json, isSecret: false, executionId: null, expiresAt, now, standing };
    const outcome = await writeRecord(tx, context.config, place, record);
    if (outcome.kind === 'full') return { kind: 'invalid', message: outcome.message };
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

/** Problems: forbidden; not-found, also for an expired record. */
export function deleteRecord(
  context: AppContext,
  actor: Actor,
  { store, key }: Place,
): Promise<{ kind: 'deleted' } | Problem> {
  type Outcome = { kind: 'deleted' } | Problem;
  const place = { organizationId: actor.organizationId, store, key };
  return transactAsMember(context.db, actor, 'edit-integrations', async (tx): Promise<Outcome> => {
    if (!(await deleteRow(tx, place, context.now()))) return { kind: 'not-found' };
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
