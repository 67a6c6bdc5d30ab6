import type { AppContext } from '~/context';
import { deleteActiveAlerts } from '~/db/alerts/incident-deletion';
import { insertAuditEntry } from '~/db/organizations/audit-entries';
import { deleteBillingDetails } from '~/db/organizations/billing';
import { deleteConnections } from '~/db/connections/connections';
import { deleteValues } from '~/db/values/values';
import { updateIntegrationsDeleted } from '~/db/integrations/deleted-integrations';
import { deleteInvitations } from '~/db/organizations/invitations';
import { insertJob } from '~/db/executions/queue/jobs';
import { deleteMemberships } from '~/db/organizations/members';
import { findUser } from '~/db/accounts/users';
import { listMemberEmails } from '~/db/organizations/member-emails';
import { organizationDeletedMessage } from '~/email/role-loss-messages';
import type { Queries } from '~/db/core/queries';
import { findOrganization, updateOrganizationDeleted } from '~/db/organizations/organizations';
import { isSameWord } from '~/engine/texts/same-word';
import type { Problem } from '~/problem';
import type { Actor } from '../actor';
import { checkPermission } from '../check-permission';
import { type LeftToken, listLeftTokens, revokeLeftTokens } from './token-revocation';
import { queueEmail } from '../mail';
import { changeRights, type RightsChecked, type RightsProof } from './rights-changes';

/**
 * Deletes an organization whose name the caller typed, for a person who proves who they are, and mails its members. From then on
 * it has no members and nothing of it runs; its rows are removed in the background, see `purgeOrganization`. Then the providers
 * of its connections are asked to revoke their tokens; `unrevoked` names the connections whose tokens may still be valid.
 * Problems: forbidden, not-found, invalid (`confirmation`); those of `provePassword`.
 */
export async function deleteOrganization(
  context: AppContext,
  actor: Actor & { address: string },
  typedName: string,
  proof: RightsProof = {},
): Promise<{ kind: 'deleted'; unrevoked: string[] } | Problem> {
  const { organizationId } = actor;
  const outcome = await changeRights<Deleted>(context, actor, proof, {
    check: (db) => checkDeletion(db, actor, typedName),
    async work(tx) {
      // `check` has just read it, in the same transaction.
      const name = (await findOrganization(tx, organizationId))?.name ?? '';
      await mailDeletion(context, tx, actor, name);
      const tokens = await listLeftTokens(context, tx, organizationId);
      return { kind: 'deleted', tokens, integrationIds: await endOrganization(context, tx, actor, name) };
    },
  });
  if (outcome.kind !== 'deleted') return outcome;
  publishOrganizationEnd(context, outcome.integrationIds);
  return { kind: 'deleted', unrevoked: await revokeLeftTokens(context, actor, outcome.tokens) };
}

interface Deleted {
  kind: 'deleted';
  integrationIds: string[];
  tokens: LeftToken[];
}

async function checkDeletion(db: Queries, actor: Actor, typedName: string): Promise<RightsChecked | Problem> {
  const refusal = await checkPermission(db, actor, 'delete-organization');
  if (refusal) return refusal;
  const name = (await findOrganization(db, actor.organizationId))?.name;
  if (name === undefined) return { kind: 'not-found' };
  return isSameWord(typedName, name)
    ? { kind: 'checked', isOfPower: true }
    : { kind: 'invalid', fields: { confirmation: [`Type ${name} to confirm`] } };
}

/** Mails the members. The mails belong to no organization, as its mails are deleted with it. */
async function mailDeletion(
  context: AppContext,
  tx: Queries,
  { organizationId, userId, tokenId }: Actor,
  organizationName: string,
): Promise<void> {
  const by = (await findUser(tx, userId))?.email ?? '';
  const now = context.now();
  const at = new Date(now).toISOString();
  const deletion = { by, isByToken: tokenId !== undefined, organizationName, at };
  for (const recipient of await listMemberEmails(tx, organizationId)) {
    const message = organizationDeletedMessage(deletion, recipient, context.config.appUrl);
    await queueEmail(context, tx, { recipient, message, now });
  }
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
  await deleteActiveAlerts(tx, organizationId);
  await insertAuditEntry(tx, {
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
