// What may be said about an integration when it is made or saved, and the words for what may not.
import { z } from 'zod';
import { newId } from '~/db/core/id';
import { listCallProblems } from '~/engine/checks/checklist';
import { Definition } from '~/engine/integration';
import { ApiCall } from '~/engine/definition/api-call';
import { findCredentialsProblem } from '~/engine/placeholders/url-template';
import { findHeaderProblem } from '~/engine/http/header-rules';
import { IntegrationDescription, IntegrationRename } from '~/fields';
import { listFields, type Problem } from '~/problem';
import { type OpenDefinition, maskDefinition } from './definition-secrets';
import { restoreSecrets } from './masked-secrets';

/**
 * A save: whatever is left out stays as it is. Parts of the definition are looked at with the parts that stay, by
 * `readDefinition`. Everything else a caller sends, as ids and counters, is the server's and is dropped.
 */
export const IntegrationChange = z.object({
  name: IntegrationRename.shape.name.optional(),
  description: z.union([z.undefined(), IntegrationDescription]),
  isActive: z.boolean().optional(),
  /** The version that the caller's change began from; another one in the meantime is a conflict. */
  version: z.number().int().optional(),
  triggerConfig: z.unknown().optional(),
  apiCalls: z.unknown().optional(),
  conditionalExecutionSteps: z.unknown().optional(),
  responseHandlingSteps: z.unknown().optional(),
  dataMapping: z.unknown().optional(),
});
export type IntegrationChange = z.infer<typeof IntegrationChange>;

/** The definition with nothing in it. */
export const emptyDefinition: OpenDefinition = { definition: Definition.parse({}), unreadable: new Set() };

const definitionKeys = [
  'triggerConfig',
  'apiCalls',
  'conditionalExecutionSteps',
  'responseHandlingSteps',
  'dataMapping',
] as const;

/** Whether a change says anything about the definition. */
export function touchesDefinition(change: Partial<IntegrationChange>): boolean {
  return definitionKeys.some((key) => change[key] !== undefined);
}

/** The definition after a change, or all that is wrong with it, by field as `apiCalls.0.url`. */
export function readDefinition(
  change: Partial<IntegrationChange>,
  stored: OpenDefinition,
): { kind: 'definition'; definition: Definition } | Problem {
  // What stays goes in masked like what a screen sends, so that a secret nobody can read any more is noticed.
  const merged: Record<string, unknown> = { ...maskDefinition(stored) };
  for (const key of definitionKeys) if (change[key] !== undefined) merged[key] = change[key];
  merged.apiCalls = completeCalls(merged.apiCalls);
  merged.conditionalExecutionSteps = completeIds(merged.conditionalExecutionSteps);
  merged.responseHandlingSteps = completeIds(merged.responseHandlingSteps);

  const parsed = Definition.safeParse(merged);
  const fields = { ...listCallFields(merged.apiCalls), ...(parsed.error && listFields(parsed.error.issues)) };
  if (!parsed.success) return rejectFields(fields);
  const { definition, problems } = restoreSecrets(parsed.data, stored);
  const all = { ...fields, ...listUnsendable(parsed.data), ...problems };
  return Object.keys(all).length > 0 ? rejectFields(all) : { kind: 'definition', definition };
}

/** What is wrong with a definition, in one message: each thing once, that of a mapping with its place. */
export function rejectFields(fields: Record<string, string[]>): Problem {
  const messages = Object.entries(fields).flatMap(([field, texts]) => {
    const mapping = /extractFields[.[](\d+)/.exec(field)?.[1];
    return mapping === undefined ? texts : texts.map((text) => `Mapping ${Number(mapping) + 1}: ${text}`);
  });
  return { kind: 'invalid', message: `Validation failed: ${[...new Set(messages)].join(', ')}`, fields };
}

/** Why calls could not be sent, also of a chain that holds others which cannot even be read. */
function listCallFields(calls: unknown): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  if (!Array.isArray(calls)) return fields;
  for (const [index, call] of calls.entries()) {
    const parsed = ApiCall.safeParse(call);
    for (const { field, message } of parsed.success ? listCallProblems(parsed.data) : []) {
      (fields[`apiCalls.${index}.${field}`] ??= []).push(message);
    }
  }
  return fields;
}

/**
 * What is well-formed and could never be sent. It is no part of the schemas: what was saved before is still read by them.
 */
function listUnsendable({ apiCalls, responseHandlingSteps }: Definition): Record<string, string[]> {
  const found: [field: string, problem: string | undefined][] = [];
  for (const [index, { url, headers }] of apiCalls.entries()) {
    found.push([`apiCalls.${index}.url`, findCredentialsProblem(url)]);
    for (const name of Object.keys(headers)) {
      found.push([`apiCalls.${index}.headers.${name}`, findHeaderProblem(name)]);
    }
  }
  for (const [index, { responseHandling }] of responseHandlingSteps.entries()) {
    const rules = `responseHandlingSteps.${index}.responseHandling.statusCodeActions`;
    for (const [rule, { webhookURL }] of responseHandling.statusCodeActions.entries()) {
      found.push([`${rules}.${rule}.webhookURL`, findCredentialsProblem(webhookURL ?? '')]);
    }
  }
  const problems = found.filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(problems.map(([field, problem]) => [field, [problem]]));
}

/** A call without an order stands where it was sent. */
function completeCalls(calls: unknown): unknown {
  const completed = completeIds(calls);
  if (!Array.isArray(completed)) return completed;
  return completed.map((call: unknown, index) => withDefault(call, 'order', () => index + 1));
}

/** What is new has no id yet. */
function completeIds(items: unknown): unknown {
  return Array.isArray(items) ? items.map((item: unknown) => withDefault(item, 'id', newId)) : items;
}

function withDefault(item: unknown, key: string, make: () => unknown): unknown {
  if (typeof item !== 'object' || item === null) return item;
  const { [key]: given, ...rest } = item as Record<string, unknown>;
  return { ...rest, [key]: given || given === 0 ? given : make() };
}
