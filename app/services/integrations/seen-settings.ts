// Details, limits and switches are no part of a version, so a version does not tell that someone else changed them.
import type { Integration } from '~/db/integrations/integrations';
import { type IntegrationLimits, limitNames } from '~/engine/definition/execution-limits';
import type { Problem } from '~/problem';
import { describeChange, describeValue, keepSeenFields } from '../seen-fields';
import type { IntegrationChange } from './validate-definition';

export type Details = Pick<Integration, 'name' | 'description' | 'tags'>;

/** The settings that a form showed, by their names in a change. */
export type SeenSettings = Partial<
  Details & IntegrationLimits & Pick<Integration, 'autoDeploy' | 'requireTests'>
>;

/** Keeps of a change what its sender changed. Problem: conflict, with a message for each setting. */
export function keepSeenSettings(
  change: IntegrationChange,
  seen: SeenSettings,
  stored: Integration,
): { kind: 'change'; change: IntegrationChange } | Problem {
  const kept = keepSeenFields(change, seen, stored, describeOthers);
  // Without a description, it stays as it is, as with an undefined one.
  return kept.kind === 'change'
    ? { kind: 'change', change: { description: undefined, ...kept.change } }
    : kept;
}

/**
 * The form of a limit shows what is stored by now instead of what was typed, so the sentence repeats that. It goes on showing
 * what was typed for other limits, so the sentence says that these were not saved either.
 */
function describeOthers(field: string, stored: unknown, wanted: unknown): string {
  if (!isLimit(field)) return describeChange(field, stored);
  return `Nothing was saved: someone else has changed “${limitNames[field]}” to ${describeValue(stored)} in the meantime. You had changed it to ${describeValue(wanted)}.`;
}

function isLimit(field: string): field is keyof IntegrationLimits {
  return Object.hasOwn(limitNames, field);
}
