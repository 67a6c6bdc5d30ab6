// What may be said about an integration when it is made or saved, and the words for what may not.
import { z } from 'zod';
import { newId } from '~/db/core/id';
import { checkDefinition } from '~/engine/checks/definition-check';
import { listFilterProblems } from '~/engine/checks/filter-check';
import { IntegrationLimits } from '~/engine/definition/execution-limits';
import type { OpenDefinition } from '~/engine/checks/secret-places';
import { Definition } from '~/engine/integration';
import { IntegrationDescription, IntegrationRename } from '~/fields';
import type { Problem } from '~/problem';
import { maskDefinition } from './definition-secrets';
import { findOversized } from './definition-size';

/**
 * A save: whatever is left out stays as it is. Parts of the definition are looked at with the parts that stay, by
 * `readDefinition`. Everything else a caller sends, as ids and counters, is the server's and is dropped.
 */
export const IntegrationChange = z.object({
  name: IntegrationRename.shape.name.optional(),
  description: z.union([z.undefined(), IntegrationDescription]),
  tags: IntegrationRename.shape.tags,
  isActive: z.boolean().optional(),
  autoDeploy: z.boolean().optional(),
  requireTests: z.boolean().optional(),
  ...IntegrationLimits.partial().shape,
  /** The version that the caller's change began from; another one in the meantime is a conflict. */
  version: z.number().int().optional(),
  triggerConfig: z.unknown().optional(),
  apiCalls: z.unknown().optional(),
  conditionalExecutionSteps: z.unknown().optional(),
  responseHandlingSteps: z.unknown().optional(),
  loopSteps: z.unknown().optional(),
  runSettings: z.unknown().optional(),
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
  'loopSteps',
  'runSettings',
  'dataMapping',
] as const;

/** Whether a change says anything about the definition. */
export function touchesDefinition(change: Partial<IntegrationChange>): boolean {
  return definitionKeys.some((key) => change[key] !== undefined);
}

/** Whether filters can never work that were not saved before. */
export function hasFilterProblems(definition: Definition, stored: OpenDefinition): boolean {
  return Object.keys(listFilterProblems(definition, stored.definition)).length > 0;
}

/**
 * The definition after a change, or all that is wrong with it, by field as `apiCalls.0.url`. Filters that were saved before, in
 * `former` unless it is left out, may be wrong.
 */
export function readDefinition(
  change: Partial<IntegrationChange>,
  stored: OpenDefinition,
  former: Definition = stored.definition,
): { kind: 'definition'; definition: Definition } | Problem {
  // What stays goes in masked like what a screen sends, so that a secret nobody can read any more is noticed.
  const merged: Record<string, unknown> = { ...maskDefinition(stored) };
  for (const key of definitionKeys) if (change[key] !== undefined) merged[key] = change[key];
  const oversized = findOversized(merged);
  if (oversized) return rejectFields(oversized);
  const checked = checkDefinition(merged, stored, newId, (definition) =>
    listFilterProblems(definition, former),
  );
  return checked.kind === 'wrong' ? rejectFields(checked.fields) : checked;
}

/** What is wrong with a definition, in one message: each thing once, that of a mapping with its place. */
export function rejectFields(fields: Record<string, string[]>): Problem {
  const messages = Object.entries(fields).flatMap(([field, texts]) => {
    const mapping = /extractFields[.[](\d+)/.exec(field)?.[1];
    return mapping === undefined ? texts : texts.map((text) => `Mapping ${Number(mapping) + 1}: ${text}`);
  });
  return { kind: 'invalid', message: `Validation failed: ${[...new Set(messages)].join(', ')}`, fields };
}
