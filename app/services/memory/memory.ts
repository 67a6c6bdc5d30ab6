// The memory of an integration, for people and programs: to see it, to set a value, and to forget.
import { z } from 'zod';
import { formatCount } from '~/engine/texts/format-count';
import type { AppContext } from '~/context';
import type { Queries } from '~/db/core/queries';
import { findIntegration } from '~/db/integrations/integrations';
import {
  countSeen,
  deleteRemembered,
  deleteSeen,
  deleteSomeSeen,
  listRemembered,
  type StoredRemembered,
  upsertRemembered,
} from '~/db/memory/memory';
import { VariableName } from '~/engine/schema/variable-name';
import { measureJson, parseJson, stringifyJson } from '~/engine/json/json';
import { isNestedDeeperThan } from '~/engine/json/nesting';
import { limits } from '~/engine/schema/limits';
import { memoryLimits } from '~/engine/schema/memory';
import { Id, Time } from '~/engine/schema/response-fields';
import { truncate } from '~/engine/texts/truncate';
import type { Problem } from '~/problem';
import type { Actor } from '../actor';
import { addAuditEntry } from '../audit-entry';
import { transactAsMember } from '../check-permission';
import { yieldTurn } from '../event-loop';
import { digestKey, openMemory, associatedDataOfRemembered, sealMemory } from './sealed-memory';

/** A value that later runs read. The API's document names this schema and the next. */
export const Remembered = z.object({
  name: z.string(),
  /** From `parseJson`. */
  value: z.unknown().describe('Any JSON; null where it is not shown.'),
  isSecret: z
    .boolean()
    .describe('The value contains a secret of the execution that saved it, so it is never returned.'),
  isReadable: z.boolean().describe('Whether the server can read it with the key it was given.'),
  executionId: Id.nullable().describe(
    'The execution that stored the value, which may be deleted. Null when a person set it.',
  ),
  updatedAt: Time,
});
type Remembered = z.infer<typeof Remembered>;

export const Memory = z.object({
  values: z.array(Remembered).describe('In alphabetical order; at most 50.'),
  seen: z
    .array(
      z.object({
        loopId: z
          .string()
          .describe('The id of the for each. A for each that was removed from the chain keeps its entries.'),
        entries: z.number().int().describe('The number of items it is done with; at most 10,000.'),
        lastAt: Time.describe('When it was last done with an item, or found one in a list.'),
      }),
    )
    .describe('The items that each for each with _New items only_ leaves out.'),
});
type Memory = z.infer<typeof Memory>;

type MemoryOutcome = { kind: 'memory'; memory: Memory } | Problem;
type ValueOutcome = { kind: 'value'; value: Remembered } | Problem;
type Forgotten = { kind: 'forgotten' } | Problem;

type Owner = Pick<Actor, 'organizationId'>;

/** Returns the values by name, and what each for each has seen. Problem: not-found. */
export async function findMemory(context: AppContext, owner: Owner, id: string): Promise<MemoryOutcome> {
  if (!(await isThere(context.db, owner, id))) return { kind: 'not-found' };
  const stored = await listRemembered(context.db, id);
  const seen = await countSeen(context.db, id);
  return {
    kind: 'memory',
    memory: {
      values: stored.map((row) => describe(context, id, row)),
      seen: seen.map(({ loopId, entries, lastAt }) => ({ loopId, entries, lastAt: formatTime(lastAt) })),
    },
  };
}

interface ValueInput {
  name: string;
  /** The JSON text of the value. */
  json: string;
  /** `updatedAt` of the value that the change began from, null when there was none; undefined to set it in any case. */
  since?: string | null | undefined;
}

/**
 * Sets a value from its JSON text. Runs that are under way do not see it. Problems: not-found, invalid; conflict for one that a
 * run or someone else has stored, or forgotten, since.
 */
export function setRemembered(
  context: AppContext,
  actor: Actor,
  id: string,
  { name, json, since }: ValueInput,
): Promise<ValueOutcome> {
  const read = readInput(name, json);
  return transactAsMember(context.db, actor, 'edit-integrations', async (tx): Promise<ValueOutcome> => {
    if (!(await isThere(tx, actor, id))) return { kind: 'not-found' };
    if (read.kind !== 'read') return read;
    const stored = await listRemembered(tx, id);
    const former = stored.find((row) => row.name === read.name);
    const present = former && describe(context, id, former);
    if (since !== undefined && since !== (present?.updatedAt ?? null)) return changedSince(present);
    if (stored.length >= memoryLimits.values && !former) {
      return wrong('name', `An integration remembers at most ${memoryLimits.values} values`);
    }
    const now = context.now();
    const value = sealMemory(context.config, associatedDataOfRemembered(id, read.name), read.value);
    const row = { name: read.name, value, length: read.length, isSecret: 0, executionId: null } as const;
    await upsertRemembered(tx, { ...row, integrationId: id, now });
    await addAuditEntry(context, tx, actor, { kind: 'memory-changed', subjectId: id, detail: read.name });
    return { kind: 'value', value: describe(context, id, { ...row, updatedAt: now }) };
  });
}

function changedSince(present: Remembered | undefined): Problem {
  const shown =
    present && !present.isSecret && present.isReadable
      ? `: ${truncate(stringifyJson(present.value), 100)}`
      : '';
  const change = present
    ? `${present.executionId === null ? 'Someone else' : 'A run'} has stored another value since you opened this page${shown}`
    : 'This value was forgotten since you opened this page';
  return {
    kind: 'conflict',
    fields: { value: [`${change}. Save again to ${present ? 'replace' : 'store'} it.`] },
  };
}

/** Problem: not-found, also for a value that is not remembered. */
export function forgetRemembered(
  context: AppContext,
  actor: Actor,
  id: string,
  name: string,
): Promise<Forgotten> {
  return forget(context, actor, id, {
    detail: name,
    remove: (tx) => deleteRemembered(tx, id, name),
  });
}

/** Forgets what a for each has seen, or the one entry with this key. Problem: not-found, also when nothing was seen. */
export async function forgetSeen(
  context: AppContext,
  actor: Actor,
  id: string,
  { loopId, key }: { loopId: string; key?: string | undefined },
): Promise<Forgotten> {
  const loop = { integrationId: id, loopId };
  if (key !== undefined) {
    const digest = digestKey(loop, key);
    return forget(context, actor, id, {
      detail: 'An entry seen',
      remove: (tx) => deleteSeen(tx, loop, digest),
    });
  }
  const outcome = await forget(context, actor, id, {
    detail: 'Entries seen',
    remove: (tx) => deleteSomeSeen(tx, loop, seenAtOnce),
  });
  if (outcome.kind === 'forgotten') await forgetRest(context, loop);
  return outcome;
}

/** Forgets all values and entries, if there are any. Problem: not-found. */
export async function clearMemory(context: AppContext, actor: Actor, id: string): Promise<Forgotten> {
  const all = { integrationId: id };
  const outcome = await transactAsMember(
    context.db,
    actor,
    'edit-integrations',
    async (tx): Promise<Forgotten> => {
      if (!(await isThere(tx, actor, id))) return { kind: 'not-found' };
      const removed = (await deleteRemembered(tx, id)) + (await deleteSomeSeen(tx, all, seenAtOnce));
      if (removed > 0) await addAuditEntry(context, tx, actor, { kind: 'memory-cleared', subjectId: id });
      return { kind: 'forgotten' };
    },
  );
  if (outcome.kind === 'forgotten') await forgetRest(context, all);
  return outcome;
}

/** How many entries one transaction removes, in some milliseconds. */
const seenAtOnce = 500;

/** Forgets the rest. If the process dies meanwhile, what is left stays, and is forgotten when the user asks again. */
async function forgetRest(
  { db }: Pick<AppContext, 'db'>,
  of: Parameters<typeof deleteSomeSeen>[1],
): Promise<void> {
  let removed: number;
  do {
    await yieldTurn();
    removed = await db.groupCommit((tx) => deleteSomeSeen(tx, of, seenAtOnce));
  } while (removed === seenAtOnce);
}

function forget(
  context: AppContext,
  actor: Actor,
  id: string,
  { detail, remove }: { detail: string; remove: (tx: Queries) => Promise<number> },
): Promise<Forgotten> {
  return transactAsMember(context.db, actor, 'edit-integrations', async (tx): Promise<Forgotten> => {
    if (!(await isThere(tx, actor, id))) return { kind: 'not-found' };
    if ((await remove(tx)) === 0) return { kind: 'not-found' };
    await addAuditEntry(context, tx, actor, { kind: 'memory-cleared', subjectId: id, detail });
    return { kind: 'forgotten' };
  });
}

async function isThere(db: Queries, { organizationId }: Owner, id: string): Promise<boolean> {
  return (await findIntegration(db, { id, organizationId })) !== undefined;
}

type Read = { kind: 'read'; name: string; value: unknown; length: number } | Problem;

function readInput(name: string, json: string): Read {
  const parsed = VariableName.safeParse(name);
  if (!parsed.success) return wrong('name', parsed.error.issues[0]?.message ?? 'Variable name is required');
  if (json.trim() === '') return wrong('value', 'Write a value');
  const value = readJson(json);
  if (!value) return wrong('value', 'Write JSON, like 17, "2026-01-05" or ["a", "b"]');
  const length = measureJson(value.value, memoryLimits.value);
  if (length > memoryLimits.value) {
    return wrong('value', `A value may have at most ${formatCount(memoryLimits.value)} characters`);
  }
  return { kind: 'read', name: parsed.data, value: value.value, length };
}

function readJson(json: string): { value: unknown } | undefined {
  if (json.length > 4 * memoryLimits.value) return { value: json };
  try {
    return isNestedDeeperThan(json, limits.payloadDepth) ? undefined : { value: parseJson(json) };
  } catch {
    return undefined;
  }
}

function wrong(field: 'name' | 'value', message: string): Problem {
  return { kind: 'invalid', fields: { [field]: [message] } };
}

function describe(
  { config }: Pick<AppContext, 'config'>,
  integrationId: string,
  { name, value, isSecret, executionId, updatedAt }: Omit<StoredRemembered, 'length'>,
): Remembered {
  const opened = openMemory(config, associatedDataOfRemembered(integrationId, name), value);
  return {
    name,
    value: opened && isSecret === 0 ? opened.value : null,
    isSecret: isSecret === 1,
    isReadable: opened !== undefined,
    executionId,
    updatedAt: formatTime(updatedAt),
  };
}

function formatTime(at: number): string {
  return new Date(at).toISOString();
}
