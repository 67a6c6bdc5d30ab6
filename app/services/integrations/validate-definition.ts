// Validates the input that creates or saves an integration, and words the errors.
import { z } from 'zod';
import { newId } from '~/db/core/id';
import { checkDefinition } from '~/engine/checks/definition-check';
import { findOversized } from '~/engine/checks/definition-size';
import { listFilterProblems } from '~/engine/checks/filter-check';
import { IntegrationLimits } from '~/engine/definition/execution-limits';
import type { OpenDefinition } from '~/engine/checks/secret-places';
import { Definition } from '~/engine/integration';
import { listFields } from '~/engine/schema/issue-fields';
import { valueLimits } from '~/engine/values/value';
import { listDefinitionValues } from '~/engine/values/value-references';
import { IntegrationDescription, IntegrationDetails, IntegrationRename } from '~/fields';
import type { Problem } from '~/problem';
import { maskDefinition } from './definition-secrets';

/** What belongs to no version: whether an integration is deployed, how its saves go live, and its limits. */
const settings = {
  isActive: z.boolean().optional(),
  autoDeploy: z.boolean().optional(),
  requireTests: z.boolean().optional(),
  ...IntegrationLimits.partial().shape,
};

/** The input of a new integration, without its definition. */
const NewIntegration = IntegrationDetails.extend(settings);

/**
 * The input of a save; fields that are left out stay as they are. `readDefinition` checks the given parts of the definition
 * together with the stored ones. Other fields, such as ids and counters, belong to the server and are dropped.
 */
export const IntegrationChange = z.object({
  name: IntegrationRename.shape.name.optional(),
  description: z.union([z.undefined(), IntegrationDescription]),
  tags: IntegrationRename.shape.tags,
  ...settings,
  /** The version that the caller's change is based on; if another one exists by now, the save is a conflict. */
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

/** A definition without content. */
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

/** Checks whether a change contains any part of the definition. */
export function touchesDefinition(change: Partial<IntegrationChange>): boolean {
  return definitionKeys.some((key) => change[key] !== undefined);
}

/** Checks whether a definition has filters that can never work and that were not saved before. */
export function hasFilterProblems(definition: Definition, stored: OpenDefinition): boolean {
  return Object.keys(listFilterProblems(definition, stored.definition)).length > 0;
}

/**
 * Returns the definition after a change, or all errors in it, by field, such as `apiCalls.0.url`. Filters that were saved
 * before, in `former` or by default in the stored definition, may be wrong.
 */
export function readDefinition(
  change: Partial<IntegrationChange>,
  stored: OpenDefinition,
  former: Definition = stored.definition,
): { kind: 'definition'; definition: Definition } | Problem {
  // Stored parts are merged masked, like input from a screen, so that a secret that can no longer be decrypted is noticed.
  const merged: Record<string, unknown> = { ...maskDefinition(stored) };
  for (const key of definitionKeys) if (change[key] !== undefined) merged[key] = change[key];
  const oversized = findOversized(merged);
  if (oversized) return rejectFields(oversized);
  const checked = checkDefinition(merged, stored, newId, (definition) => ({
    ...listFilterProblems(definition, former),
    ...listValueProblems(definition),
  }));
  return checked.kind === 'wrong' ? rejectFields(checked.fields) : checked;
}

/** Each save stores the names, and the list of values shows who names them. */
function listValueProblems(definition: Definition): Record<string, string[]> {
  const most = valueLimits.ofOrganization;
  if (new Set(listDefinitionValues(definition)).size <= most) return {};
  return { apiCalls: [`An integration may name at most ${most} values, as an organization has no more`] };
}

/** Reads the input of a new integration. Problem: invalid, with all errors in it. */
export function readNewIntegration(
  input: unknown,
): { kind: 'new'; settings: z.infer<typeof NewIntegration>; definition: Definition } | Problem {
  const created = NewIntegration.safeParse(input);
  const read = readDefinition(definitionOf(input), emptyDefinition);
  if (!created.success) return rejectTogether(listFields(created.error.issues), read);
  return read.kind === 'definition'
    ? { kind: 'new', settings: created.data, definition: read.definition }
    : read;
}

/** The parts of a definition in an input whose other fields may be wrong; none when it is no object. */
export function definitionOf(input: unknown): Partial<IntegrationChange> {
  return typeof input === 'object' && input !== null ? input : {};
}

/** Returns the errors in the other fields of an input together with those in its definition. */
export function rejectTogether(
  fields: Record<string, string[]>,
  read: { kind: 'definition' } | Problem,
): Problem {
  return read.kind === 'invalid' && read.fields
    ? rejectFields({ ...fields, ...read.fields })
    : { kind: 'invalid', fields };
}

/** Returns all errors of a definition in one message, each once; an error in a mapping is named with the mapping's number. */
export function rejectFields(fields: Record<string, string[]>): Problem {
  const messages = Object.entries(fields).flatMap(([field, texts]) => {
    const mapping = /extractFields[.[](\d+)/.exec(field)?.[1];
    return mapping === undefined ? texts : texts.map((text) => `Mapping ${Number(mapping) + 1}: ${text}`);
  });
  return { kind: 'invalid', message: `Validation failed: ${[...new Set(messages)].join(', ')}`, fields };
}
