import type { AppContext } from '~/context';
import { insertAudit } from '~/db/organizations/audit';
import { findOrganization, type Organization, updateOrganization } from '~/db/organizations/organizations';
import type { OrganizationChange } from '~/fields';
import type { Problem } from '~/problem';
import type { Actor } from '../actor';
import { checkPermission } from '../check-permission';

/** Changes the organization's name and description; what is left out stays. Problems: forbidden, not-found. */
export function changeOrganization(
  context: AppContext,
  actor: Actor,
  change: OrganizationChange,
): Promise<{ kind: 'organization'; organization: Organization } | Problem> {
  const now = context.now();
  const { userId, organizationId, address } = actor;
  return context.db.transaction(
    async (tx): Promise<{ kind: 'organization'; organization: Organization } | Problem> => {
      const refusal = await checkPermission(tx, actor, 'edit-organization');
      if (refusal) return refusal;
      await updateOrganization(tx, organizationId, { ...change, now });
      await insertAudit(tx, { kind: 'organization-updated', organizationId, userId, address, now });
      const organization = await findOrganization(tx, organizationId);
      return organization ? { kind: 'organization', organization } : { kind: 'not-found' };
    },
  );
}
