import type { AppContext } from '~/context';
import { findDefinedIntegration } from '~/db/integrations/integrations';
import type { Actor } from '../actor';
import { pickLimits } from '~/engine/definition/execution-limits';
import { cutWithoutMark } from '~/engine/texts/truncate';
import { openDefinition } from './definition-secrets';
import { createIntegration, type IntegrationOutcome } from './integrations';

const suffix = ' (copy)';
/** An integration's name is shorter than 100 characters. */
const maxNameLength = 99;

/**
 * Creates a draft like another integration of the organization, with its limits and its secrets, which stay masked. A webhook
 * gets its own address. Problems: not-found; invalid when something that the original depends on no longer exists.
 *
 * @param formId as of `createIntegration`
 */
export async function duplicateIntegration(
  context: AppContext,
  actor: Actor,
  id: string,
  formId?: string,
): Promise<IntegrationOutcome> {
  const original = await findDefinedIntegration(context.db, { id, organizationId: actor.organizationId });
  if (!original) return { kind: 'not-found' };
  const { definition } = openDefinition(context.config, id, original.storedDefinition);
  const { description, tags } = original;
  const copy = {
    ...definition,
    ...pickLimits(original),
    name: nameCopy(original.name),
    description,
    tags,
  };
  return createIntegration(context, actor, copy, formId);
}

/** Names the copy of an integration. */
export function nameCopy(name: string): string {
  return `${cutWithoutMark(name, maxNameLength - suffix.length)}${suffix}`;
}
