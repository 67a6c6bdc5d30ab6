import type { AppContext } from '~/context';
import { newId } from '~/db/core/id';
import type { Queries } from '~/db/core/queries';
import { insertAuditEntry } from '~/db/organizations/audit-entries';
import { insertMembership, listMemberships } from '~/db/organizations/memberships';
import { insertOrganization } from '~/db/organizations/organizations';
import type { Problem } from '~/problem';

/** How many organizations a person may own; each has its own schedules, limits and storage. */
const maxOwned = 20;

interface Person {
  userId: string;
  address: string;
}

type Created = { kind: 'created'; organizationId: string };

/**
 * Creates an organization that the person owns. Problem: conflict when the person owns 20 already.
 *
 * @param formId the sortable id of the form with this input: when that form made an organization before, returns that one
 */
export function createOrganization(
  context: AppContext,
  person: Person,
  { name }: { name: string },
  formId?: string,
): Promise<Created | Problem> {
  return context.db.transaction(async (tx): Promise<Created | Problem> => {
    const memberships = await listMemberships(tx, person.userId);
    if (formId !== undefined && memberships.some(({ organizationId }) => organizationId === formId)) {
      return { kind: 'created', organizationId: formId };
    }
    if (memberships.filter(({ role }) => role === 'OWNER').length >= maxOwned) {
      return { kind: 'conflict', message: `You already own ${maxOwned} organizations.` };
    }
    return insertOwned(context, tx, person, { name, id: formId });
  });
}

async function insertOwned(
  context: AppContext,
  tx: Queries,
  person: Person,
  { name, id = newId() }: { name: string; id?: string | undefined },
): Promise<Created> {
  const now = context.now();
  // The id is that of an organization which the person has left since.
  if (!(await insertOrganization(tx, { id, name, now }))) return insertOwned(context, tx, person, { name });
  const membership = { userId: person.userId, organizationId: id };
  await insertMembership(tx, { ...membership, role: 'OWNER', now });
  await insertAuditEntry(tx, { kind: 'organization-created', ...membership, address: person.address, now });
  return { kind: 'created', organizationId: id };
}
