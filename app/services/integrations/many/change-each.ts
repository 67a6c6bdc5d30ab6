// Does the same with many integrations: each as the action on a single one does it, in a transaction of its own.
import type { AppContext } from '~/context';
import { findIntegration, type Integration } from '~/db/integrations/integrations';
import type { Problem } from '~/problem';
import { includesTag } from '~/engine/definition/tags';
import type { Actor } from '../../actor';
import { checkPermission } from '../../check-permission';
import { yieldTurn } from '../../event-loop';
import { noteStoringFailure } from '../../installation/storing-failures';
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
  /** Null for one that is not there any more, or that the actor may not know. */
  name: string | null;
  outcome: { kind: 'done' } | { kind: 'same' } | Problem;
}

/** The most integrations that are changed at once. */
export const maxChanged = 200;

const noMember: Problem = { kind: 'forbidden', message: 'You are no longer a member of this organization.' };

/**
 * Changes some integrations of the actor's organization, each id once. To deploy makes the newest version run. A problem with one
 * does not stop the others: not-found, invalid, conflict. It stops them when the actor may not, or was removed meanwhile
 * (forbidden), or nothing can be stored (unavailable). Throws for more than `maxChanged`, which the caller has to refuse.
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
  let failure: Problem | undefined;
  for (const id of each) {
    const next = await changeNext(context, actor, id, { change, failure });
    if (next.outcome.kind === 'unavailable') failure = next.outcome;
    changed.push(next);
    await yieldTurn();
  }
  return changed;
}

/** How often an integration is changed anew because someone else changes it at the same time. */
const maxAttempts = 10;

/** `failure`: why nothing can be stored. */
async function changeNext(
  context: AppContext,
  actor: Actor,
  id: string,
  { change, failure }: { change: Change; failure: Problem | undefined },
  attempt = 1,
): Promise<Changed> {
  const refusal = await checkPermission(context.db, actor, 'edit-integrations');
  if (refusal) return { id, name: null, outcome: refusal.kind === 'not-found' ? noMember : refusal };
  const integration = await findIntegration(context.db, { id, organizationId: actor.organizationId });
  if (!integration) return { id, name: null, outcome: { kind: 'not-found' } };
  const { name } = integration;
  if (failure) return { id, name, outcome: failure };
  try {
    const outcome = await changeOne(context, actor, integration, change);
    // What the other one changed stays: this change is made to it.
    if (outcome.kind === 'conflict' && attempt < maxAttempts) {
      return await changeNext(context, actor, id, { change, failure }, attempt + 1);
    }
    return { id, name, outcome };
  } catch (error) {
    return { id, name, outcome: noteStoringFailure(context, error) };
  }
}

async function changeOne(
  context: AppContext,
  actor: Actor,
  integration: Integration,
  change: Change,
): Promise<Changed['outcome']> {
  if (isSame(integration, change)) return { kind: 'same' };
  const outcome = (await apply(context, actor, integration, change)) ?? { kind: 'done' };
  if (outcome.kind === 'integration' || outcome.kind === 'deleted') return { kind: 'done' };
  const isFormerMember = outcome.kind === 'not-found' && (await checkPermission(context.db, actor, 'read'));
  return isFormerMember ? noMember : outcome;
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
