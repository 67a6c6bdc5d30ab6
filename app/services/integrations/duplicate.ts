import type { AppContext } from '~/context';
import { findIntegration } from '~/db/integrations/integrations';
import type { Actor } from '../actor';
import { pickLimits } from '~/engine/definition/execution-limits';
import { openDefinition } from './definition-secrets';
import { createIntegration, type IntegrationOutcome } from './integrations';

const suffix = ' (copy)';
/** An integration's name is shorter than 100 characters. */
const longestName = 99;

/**
 * Makes a draft that is like another integration of the organization, its secrets included, which stay masked as they are, and
 * its limits; a webhook has an address of its own. Problems: not-found; invalid when what it depends on is gone.
 */
export async function duplicateIntegration(
  context: AppContext,
  actor: Actor,
  id: string,
): Promise<IntegrationOutcome> {
  const original = await findIntegration(context.db, { id, organizationId: actor.organizationId });
  if (!original) return { kind: 'not-found' };
  const { definition } = openDefinition(context.config, id, original.storedDefinition);
  const name = `${cutText(original.name, longestName - suffix.length)}${suffix}`;
  const { description, tags } = original;
  const input = { ...definition, name, description, tags };
  return createIntegration(context, actor, input, pickLimits(original));
}

/** Cuts a text to so many UTF-16 units, a character never in two. */
function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  return text
    .slice(0, length)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd();
}
