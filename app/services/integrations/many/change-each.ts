// Does the same with many integrations: each as the action on a single one does it, in a transaction of its own.
import type { AppContext } from '~/context';
import { findIntegration, type Integration } from '~/db/integrations/integrations';
import type { Problem } from '~/problem';
import { includesTag } from '~/tags';
import type { Actor } from '../../actor';
import { yieldTurn } from '../../event-loop';
import { deleteIntegration } from '../deletion';
import { deployVersion } from '../deployment';
import { type IntegrationOutcome, saveIntegration } from '../integrations';

export type Change =
  | { kind: 'deploy' | 'disable' | 'delete' }
  /** The case of a tag does not count. */
  | { kind: 'add-tag' | 'remove-tag'; tag: string };

/** What became of an integration; `same`: it was already as the change makes it. */
export interface Changed {
  id: string;
  /** Null for one that is not there any more. */
  name: string | null;
  outcome: { kind: 'done' } | { kind: 'same' } | Problem;
}

/** The most integrations that are changed at once. */
export const maxChanged = 200;

/**
 * Changes some integrations of the actor's organization, each id once. To deploy makes the newest version run. A problem with one
 * does not stop the others: not-found, invalid, conflict. Throws for more than `maxChanged`, which the caller has to refuse.
 */
export async function changeEach(
  context: AppContext,
  actor: Actor,
  ids: readonly string[],
  change: Change,
): Promise<Changed[]> {
  const each = [...new Set(ids)];
  if (each.length > maxChanged) throw new RangeError(`${each.length} integrations are too many at once`);
  const changed: Changed[] = [];
  for (const id of each) {
    const integration = await findIntegration(context.db, { id, organizationId: actor.organizationId });
    const outcome: Changed['outcome'] = integration
      ? await changeOne(context, actor, integration, change)
      : { kind: 'not-found' };
    changed.push({ id, name: integration?.name ?? null, outcome });
    await yieldTurn();
  }
  return changed;
}

async function changeOne(
  context: AppContext,
  actor: Actor,
  integration: Integration,
  change: Change,
): Promise<Changed['outcome']> {
  if (isSame(integration, change)) return { kind: 'same' };
  const outcome = (await apply(context, actor, integration, change)) ?? { kind: 'done' };
  return outcome.kind === 'integration' || outcome.kind === 'deleted' ? { kind: 'done' } : outcome;
}

function apply(
  context: AppContext,
  actor: Actor,
  { id, isActive, version, tags }: Integration,
  change: Change,
): Promise<IntegrationOutcome | { kind: 'deleted' } | undefined> {
  switch (change.kind) {
    case 'deploy':
      return isActive
        ? deployVersion(context, actor, id, version)
        : saveIntegration(context, actor, id, { isActive: true });
    case 'disable':
      return saveIntegration(context, actor, id, { isActive: false });
    case 'delete':
      return deleteIntegration(context, actor, id);
    default: {
      const others = tags.filter((tag) => !includesTag([change.tag], tag));
      const next = change.kind === 'add-tag' ? [...others, change.tag] : others;
      // Tags that someone else changes meanwhile are not put back.
      return saveIntegration(context, actor, id, { tags: next }, { seen: { tags } });
    }
  }
}

function isSame({ isActive, version, deployedVersion, tags }: Integration, change: Change): boolean {
  switch (change.kind) {
    case 'deploy':
      return isActive && version === deployedVersion;
    case 'disable':
      return !isActive;
    case 'delete':
      return false;
    default:
      return includesTag(tags, change.tag) === (change.kind === 'add-tag');
  }
}
