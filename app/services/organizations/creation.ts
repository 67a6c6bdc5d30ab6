import type { AppContext } from '~/context';
import { newId } from '~/db/core/id';
import { insertAuditEntry } from '~/db/organizations/audit-entries';
import { insertMembership, listMemberships } from '~/db/organizations/memberships';
import { insertOrganization } from '~/db/organizations/organizations';
import type { Problem } from '~/problem';

/** How many organizations a person may own; each has its own schedules, limits and storage. */
const maxOwned = 20;

/** Creates an organization that the person owns. Problem: conflict when the person owns 20 already. */
export function createOrganization(
  context: AppContext,
  person: { userId: string; address: string },
  { name }: { name: string },
): Promise<{ kind: 'created'; organizationId: string } | Problem> {
  const { userId, address } = person;
  const organizationId = newId();
  const now = context.now();
  return context.db.transaction(
    async (tx): Promise<{ kind: 'created'; organizationId: string } | Problem> => {
      const memberships = await listMemberships(tx, userId);
      if (memberships.filter(({ role }) => role === 'OWNER').length >= maxOwned) {
        return { kind: 'conflict', message: `You already own ${maxOwned} organizations.` };
      }
      await insertOrganization(tx, { id: organizationId, name, now });
      await insertMembership(tx, { userId, organizationId, role: 'OWNER', now });
      await insertAuditEntry(tx, { kind: 'organization-created', organizationId, userId, address, now });
      return { kind: 'created', organizationId };
    },
  );
}
