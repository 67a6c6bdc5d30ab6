// The actions of people and programs on the values of an organization. Owners and admins manage them. Every member uses them
// in integrations, without ever seeing a secret value.
import type { AppContext } from '~/context';
import { newUnguessableId } from '~/db/core/id';
import type { Queries } from '~/db/core/queries';
import { listValueUses, type ValueUse } from '~/db/values/value-uses';
import {
  deleteValue as deleteRow,
  findValue,
  insertValue,
  listValueNames,
  updateValue,
  type ValueContent,
  type ValueKey,
} from '~/db/values/values';
import { type ValueInput, valueLimits } from '~/engine/values/value';
import type { Problem } from '~/problem';
import type { Actor } from '../actor';
import { addAuditEntry } from '../audit-entry';
import { checkPermission } from '../check-permission';
import { describeUses } from '../describe-uses';
import { checkUniqueName } from '../unique-name';
import { sealValue } from './stored-value';
import { mergeValue, readValue, type ValueChange } from './value-input';
import { describeValue, type ValueResponse } from './value-response';

type ValueOutcome = { kind: 'value'; value: ValueResponse } | Problem;

/**
 * Creates a value. Problems: forbidden, not-found, invalid.
 *
 * @param formId the id of the form with this input: when that form made a value before, returns that one
 */
export async function createValue(
  context: AppContext,
  actor: Actor,
  input: ValueChange,
  formId?: string,
): Promise<ValueOutcome> {
  const read = readValue(input);
  if (read.kind !== 'read') return read;
  const key = { id: formId ?? newUnguessableId(), organizationId: actor.organizationId };
  const problem = await context.db.transaction(async (tx): Promise<Problem | undefined> => {
    const refusal = await checkPermission(tx, actor, 'manage-values');
    if (refusal) return refusal;
    const known = await listValueNames(tx, key.organizationId);
    if (known.some(({ id }) => id === key.id)) return undefined;
    if (known.length >= valueLimits.ofOrganization) return tooMany;
    const taken = checkUniqueName('value', known, read.value.name);
    if (taken) return taken;
    await insertValue(tx, key, toContent(context, actor, { id: key.id, version: 1 }, read.value));
    return addAuditEntry(context, tx, actor, {
      kind: 'value-created',
      subjectId: key.id,
      detail: read.value.name,
    });
  });
  return problem ?? readValueById(context, key);
}

const tooMany: Problem = {
  kind: 'invalid',
  message: `An organization may have at most ${valueLimits.ofOrganization} values.`,
};

function toContent(
  context: AppContext,
  actor: Actor,
  { id, version }: { id: string; version: number },
  input: ValueInput,
): ValueContent {
  const { name, format, isSecret, allowedHosts } = input;
  const value = sealValue(context.config, id, input);
  const hosts = JSON.stringify(allowedHosts);
  const about = { updatedBy: actor.userId, now: context.now() };
  return { name, format, isSecret, value, allowedHosts: hosts, version, ...about };
}

/**
 * Changes the given fields. The mask of a secret keeps its value, but is refused when the secret could then go to further hosts
 * or be shown. A value that is used keeps its name. With `version`, only a value of that version is changed. Problems:
 * forbidden, not-found, invalid, conflict.
 */
export async function changeValue(
  context: AppContext,
  actor: Actor,
  id: string,
  { version, ...input }: ValueChange & { version?: number | undefined },
): Promise<ValueOutcome> {
  const key = { id, organizationId: actor.organizationId };
  const problem = await context.db.transaction(async (tx): Promise<Problem | undefined> => {
    const refusal = await checkPermission(tx, actor, 'manage-values');
    if (refusal) return refusal;
    const stored = await findValue(tx, key);
    if (!stored) return { kind: 'not-found' };
    if (version !== undefined && version !== stored.version) return { kind: 'conflict' };
    const merged = mergeValue(context.config, stored, input);
    if (merged.kind !== 'read') return merged;
    const { name } = merged.value;
    const taken = checkUniqueName('value', await listValueNames(tx, key.organizationId), name, id);
    if (taken) return taken;
    if (name !== stored.name) {
      const uses = await listUses(tx, key, stored.name);
      if (uses.length > 0)
        return { kind: 'invalid', fields: { name: [describeUses(stored.name, uses, remedy)] } };
    }
    const next = { id, version: stored.version + 1 };
    await updateValue(tx, key, toContent(context, actor, next, merged.value));
    return addAuditEntry(context, tx, actor, { kind: 'value-changed', subjectId: id, detail: name });
  });
  return problem ?? readValueById(context, key);
}

/** Deletes a value that no integration names. Problems: forbidden, not-found; conflict, which lists the integrations. */
export function deleteValue(
  context: AppContext,
  actor: Actor,
  id: string,
): Promise<{ kind: 'deleted' } | Problem> {
  const key = { id, organizationId: actor.organizationId };
  return context.db.transaction(async (tx): Promise<{ kind: 'deleted' } | Problem> => {
    const refusal = await checkPermission(tx, actor, 'manage-values');
    if (refusal) return refusal;
    const stored = await findValue(tx, key);
    if (!stored) return { kind: 'not-found' };
    const uses = await listUses(tx, key, stored.name);
    if (uses.length > 0) return { kind: 'conflict', message: describeUses(stored.name, uses, remedy) };
    await deleteRow(tx, key);
    await addAuditEntry(context, tx, actor, { kind: 'value-deleted', subjectId: id, detail: stored.name });
    return { kind: 'deleted' };
  });
}

function listUses(db: Queries, { organizationId }: ValueKey, value: string): Promise<ValueUse[]> {
  return listValueUses(db, { organizationId, value });
}

const remedy = 'Remove it there first.';

/** Returns a value as screens and responses show it. Problem: not-found. */
export async function readValueById(context: AppContext, key: ValueKey): Promise<ValueOutcome> {
  const stored = await findValue(context.db, key);
  if (!stored) return { kind: 'not-found' };
  return {
    kind: 'value',
    value: describeValue(context, stored, await listUses(context.db, key, stored.name)),
  };
}
