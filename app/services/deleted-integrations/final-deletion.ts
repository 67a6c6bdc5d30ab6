// Deletes integrations for good that could be restored until now: on request, and when their time is over.
import type { AppContext } from '~/context';
import type { Queries } from '~/db/core/queries';
import { hasDueRemoval, insertJob } from '~/db/executions/queue/jobs';
import type { IntegrationKey } from '~/db/integrations/integrations';
import {
  findRestorableIntegration,
  listOverdueIntegrations,
  updateNotRestorable,
} from '~/db/integrations/restorable-integrations';
import { insertAuditEntry } from '~/db/organizations/audit-entries';
import type { Problem } from '~/problem';
import type { Actor } from '../actor';
import { transactAsMember } from '../check-permission';
import { eraseTraces } from '../erasure';
import { purgeIntegration } from '../integrations/purge';

/** Ends the time in which a deleted integration can be restored: its removal begins now. Problem: not-found. */
export async function deleteIntegrationNow(
  context: AppContext,
  actor: Actor,
  id: string,
): Promise<{ kind: 'deleted' } | Problem> {
  const key = { id, organizationId: actor.organizationId };
  const outcome = await transactAsMember(
    context.db,
    actor,
    'edit-integrations',
    async (tx): Promise<{ kind: 'deleted' } | Problem> => {
      const integration = await findRestorableIntegration(tx, key);
      if (!integration) return { kind: 'not-found' };
      await deleteForGood(tx, { ...key, name: integration.name, actor, now: context.now() });
      return { kind: 'deleted' };
    },
  );
  if (outcome.kind === 'deleted') context.wake();
  return outcome;
}

/** Queues the removal of integrations whose time is over, at most `limit`. Returns how many. */
export async function deleteOverdueIntegrations(
  { now }: Pick<AppContext, 'now'>,
  tx: Queries,
  limit: number,
): Promise<number> {
  const overdue = await listOverdueIntegrations(tx, now(), limit);
  for (const integration of overdue) await deleteForGood(tx, { ...integration, now: now() });
  return overdue.length;
}

/**
 * Removes a deleted integration with all that it has, and the traces of that in the files of the database. The last of several
 * removals erases the traces of all, since that rewrites the whole search index. Returns false when there is more to do; the
 * caller then calls it again.
 */
export async function removeIntegration(
  context: AppContext,
  id: string,
  stopping: AbortSignal,
): Promise<boolean> {
  if (!(await purgeIntegration(context, id, stopping))) return false;
  return (await hasDueRemoval(context.db, context.now())) || eraseTraces(context, stopping);
}

/** `actor`: the user who asked for it; the audit log names nobody otherwise. */
async function deleteForGood(
  tx: Queries,
  { id, organizationId, name, actor, now }: IntegrationKey & { name: string; actor?: Actor; now: number },
): Promise<void> {
  await updateNotRestorable(tx, { id, organizationId }, 'stays-deleted');
  await insertJob(tx, { kind: 'purge-integration', subjectId: id, organizationId, runAt: now, now });
  const kind = 'integration-deleted-for-good';
  await insertAuditEntry(tx, { ...actor, organizationId, kind, subjectId: id, detail: name, now });
}
