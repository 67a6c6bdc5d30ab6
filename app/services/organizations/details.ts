import type { AppContext } from '~/context';
import { insertAuditEntry } from '~/db/organizations/audit-entries';
import { listWithPasswordAlone } from '~/db/organizations/demanded-second-factor';
import { findOrganization, type Organization, updateOrganization } from '~/db/organizations/organizations';
import type { OrganizationChange } from '~/fields';
import type { Problem } from '~/problem';
import type { Actor } from '../actor';
import { checkPermission } from '../check-permission';
import { keepSeenFields } from '../seen-fields';

/**
 * Changes the organization's name, description, and whether its members need a second factor; fields that are left out stay as
 * they are. `seen`: the fields that the sender saw before. Problems: forbidden, not-found; conflict when the caller requires a
 * second factor and has none, or when someone else changed a field since.
 */
export function changeOrganization(
  context: AppContext,
  actor: Actor,
  asked: OrganizationChange,
  seen: object = {},
): Promise<{ kind: 'organization'; organization: Organization } | Problem> {
  const now = context.now();
  const { userId, organizationId, address } = actor;
  const { passwordLogin } = context.config;
  return context.db.transaction(
    async (tx): Promise<{ kind: 'organization'; organization: Organization } | Problem> => {
      const refusal = await checkPermission(tx, actor, 'edit-organization');
      if (refusal) return refusal;
      const before = await findOrganization(tx, organizationId);
      const kept = before ? keepSeenFields(asked, seen, before) : ({ kind: 'not-found' } as const);
      if (kept.kind !== 'change') return kept;
      const { change } = kept;
      const asksAnew = change.requiresSecondFactor === true && !before?.requiresSecondFactor;
      if (asksAnew && (await listWithPasswordAlone(tx, { userIds: [userId], passwordLogin })).has(userId))
        return lacksItself;
      await updateOrganization(tx, organizationId, { ...change, now });
      const detail = describeDemand(before?.requiresSecondFactor, change.requiresSecondFactor);
      await insertAuditEntry(tx, {
        kind: 'organization-updated',
        organizationId,
        userId,
        detail,
        address,
        now,
      });
      const organization = await findOrganization(tx, organizationId);
      return organization ? { kind: 'organization', organization } : { kind: 'not-found' };
    },
  );
}

const lacksItself: Problem = {
  kind: 'conflict',
  message: 'Turn on two-factor authentication for your own account first.',
};

/** Describes the change for the audit log; undefined when nothing changed. */
function describeDemand(before: boolean | undefined, now: boolean | undefined): string | undefined {
  if (now === undefined || now === before) return undefined;
  return now ? 'Members need a second factor' : 'Members need no second factor';
}
