import type { AppContext } from '~/context';
import { deleteAlerts } from '~/db/alerts/channels';
import { insertAudit } from '~/db/organizations/audit';
import { deleteBillingDetails } from '~/db/organizations/billing';
import { deleteConnections } from '~/db/connections/connections';
import { deleteValues } from '~/db/values/values';
import { updateIntegrationsDeleted } from '~/db/integrations/integrations';
import { deleteInvitations } from '~/db/organizations/invitations';
import { insertJob } from '~/db/executions/queue/jobs';
import { deleteMemberships } from '~/db/organizations/members';
import type { Queries } from '~/db/core/queries';
import { findOrganization, updateOrganizationDeleted } from '~/db/organizations/organizations';
import type { Problem } from '~/problem';
import type { Actor } from '../actor';
import { checkPermission } from '../check-permission';

/**
 * Deletes an organization whose name the caller typed. From then on it has no members and nothing of it runs; its rows are
 * removed in the background, see `purgeOrganization`. Problems: forbidden, not-found, invalid (`confirmation`).
 */
export async function deleteOrganization(
  context: AppContext,
  actor: Actor,
  typedName: string,
): Promise<{ kind: 'deleted' } | Problem> {
  const { organizationId } = actor;
  const outcome = await context.db.transaction(
    async (tx): Promise<{ kind: 'deleted'; integrationIds: string[] } | Problem> => {
      const refusal = await checkPermission(tx, actor, 'delete-organization');
      if (refusal) return refusal;
      const name = (await findOrganization(tx, organizationId))?.name;
      if (name === undefined) return { kind: 'not-found' };
      if (typedName.trim() !== name) {
        return { kind: 'invalid', fields: { confirmation: [`Type ${name} to confirm`] } };
      }
      return { kind: 'deleted', integrationIds: await endOrganization(context, tx, actor, name) };
    },
  );
  if (outcome.kind !== 'deleted') return outcome;
  publishOrganizationEnd(context, outcome.integrationIds);
  return { kind: 'deleted' };
}

/** Ends an organization and queues the removal of its rows. Returns its integrations, for `publishOrganizationEnd`. */
export async function endOrganization(
  context: Pick<AppContext, 'now'>,
  tx: Queries,
  actor: Pick<Actor, 'organizationId' | 'address'> & { userId?: string },
  name: string,
): Promise<string[]> {
  const { organizationId } = actor;
  const now = context.now();
  await updateOrganizationDeleted(tx, organizationId, now);
  const integrationIds = await updateIntegrationsDeleted(tx, organizationId, now);
  await deleteMemberships(tx, organizationId);
  await deleteInvitations(tx, organizationId);
  await deleteBillingDetails(tx, organizationId);
  await deleteConnections(tx, organizationId);
  await deleteValues(tx, organizationId);
  await deleteAlerts(tx, organizationId);
  await insertAudit(tx, {
    ...actor,
    kind: 'organization-deleted',
    subjectId: organizationId,
    detail: name,
    now,
  });
  // The job belongs to no organization: the jobs of this one are removed from the queue.
  const job = { subjectId: organizationId, organizationId: null, runAt: now, now };
  await insertJob(tx, { kind: 'purge-organization', ...job });
  return integrationIds;
}

/** Wakes the runner, and notifies browsers that show one of the integrations. To be called after the commit. */
export function publishOrganizationEnd({ wake, changeEvents }: AppContext, integrationIds: string[]): void {
  wake();
  for (const id of integrationIds) changeEvents.publish(id);
}
