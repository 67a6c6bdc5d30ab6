// Details are no part of a version, so a version does not tell that someone else changed them. Their form sends along what it
// showed: so nobody puts back, without knowing, what someone else has changed.
import type { Integration } from '~/db/integrations/integrations';
import type { Problem } from '~/problem';
import type { IntegrationChange } from './validate-definition';

export type Details = Pick<Integration, 'name' | 'description' | 'tags'>;

/**
 * Drops the details from a change that are as its sender saw them. Problem: conflict, with a message for each detail that both
 * the sender and someone else changed since.
 */
export function keepSeenDetails(
  change: IntegrationChange,
  seen: Details,
  stored: Details,
): { kind: 'change'; change: IntegrationChange } | Problem {
  const kept = { ...change };
  const fields: Record<string, string[]> = {};
  for (const field of ['name', 'description', 'tags'] as const) {
    const wanted = change[field];
    if (wanted === undefined) continue;
    if (isSame(wanted, seen[field])) delete kept[field];
    else if (!isSame(stored[field], seen[field]) && !isSame(stored[field], wanted)) {
      fields[field] = [describeOthers(field, stored[field])];
    }
  }
  if (Object.keys(fields).length === 0) return { kind: 'change', change: kept };
  return { kind: 'conflict', fields };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function describeOthers(field: string, stored: string | string[] | null): string {
  const written = Array.isArray(stored) ? stored.join(', ') : stored;
  const now = written ? `to “${written}”` : 'to nothing';
  return `Someone else has changed the ${field} ${now} in the meantime. Save again to replace that.`;
}
