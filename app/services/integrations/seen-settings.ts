// Details, limits and switches are no part of a version, so a version does not tell that someone else changed them. Their forms
// send along what they showed: so nobody puts back, without knowing, what someone else has changed.
import type { Integration } from '~/db/integrations/integrations';
import { type IntegrationLimits, limitNames } from '~/engine/definition/execution-limits';
import type { Problem } from '~/problem';
import type { IntegrationChange } from './validate-definition';

export type Details = Pick<Integration, 'name' | 'description' | 'tags'>;

/** The settings that a form showed, by their names in a change. */
export type SeenSettings = Partial<
  Details & IntegrationLimits & Pick<Integration, 'autoDeploy' | 'requireTests'>
>;

/**
 * Drops the settings from a change that are as its sender saw them. Problem: conflict, with a message for each setting that
 * both the sender and someone else changed since.
 */
export function keepSeenSettings(
  change: IntegrationChange,
  seen: SeenSettings,
  stored: Integration,
): { kind: 'change'; change: IntegrationChange } | Problem {
  const kept = { ...change };
  const fields: Record<string, string[]> = {};
  for (const field of Object.keys(seen) as (keyof SeenSettings)[]) {
    const wanted = change[field];
    if (wanted === undefined) continue;
    if (isSame(wanted, seen[field])) delete kept[field];
    else if (!isSame(stored[field], seen[field]) && !isSame(stored[field], wanted)) {
      fields[field] = [describeOthers(field, stored[field], wanted)];
    }
  }
  if (Object.keys(fields).length === 0) return { kind: 'change', change: kept };
  return { kind: 'conflict', fields };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

type Value = SeenSettings[keyof SeenSettings];

/**
 * The form of a limit shows what is stored by now instead of what was typed, so the sentence repeats that. It goes on showing
 * what was typed for other limits, so the sentence says that these were not saved either.
 */
function describeOthers(field: keyof SeenSettings, stored: Value, wanted: Value): string {
  if (!isLimit(field)) {
    return `Someone else has changed the ${field} to ${describe(stored)} in the meantime. Save again to replace that.`;
  }
  return `Nothing was saved: someone else has changed “${limitNames[field]}” to ${describe(stored)} in the meantime. You had changed it to ${describe(wanted)}.`;
}

function isLimit(field: string): field is keyof IntegrationLimits {
  return Object.hasOwn(limitNames, field);
}

function describe(value: Value): string {
  const written = Array.isArray(value) ? value.join(', ') : String(value ?? '');
  return written === '' ? 'nothing' : `“${written}”`;
}
