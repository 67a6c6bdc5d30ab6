// The recipients of a channel's mails: people who belong to its owner at that time, and nobody else.
import type { Config } from '~/config';
import type { AlertOwner } from '~/db/alerts/channels';
import { findUser } from '~/db/accounts/users';
import type { Queries } from '~/db/core/queries';
import { listManagerEmails, listMemberEmails, listOwnerEmails } from '~/db/organizations/member-emails';
import { listAdministratorIds } from '../installation/administrators';

/** Lists the verified addresses of the people who may be chosen one by one. */
export async function listEligible(db: Queries, config: Config, owner: AlertOwner): Promise<string[]> {
  const { organizationId } = owner;
  if (organizationId !== null) return listMemberEmails(db, organizationId);
  const emails: string[] = [];
  for (const id of await listAdministratorIds(db, config)) {
    const user = await findUser(db, id);
    if (user?.emailVerified) emails.push(user.email);
  }
  return emails;
}

/** Lists the addresses that a channel's `recipients` stand for now; none for a person who has left. */
export async function resolveRecipients(
  db: Queries,
  config: Config,
  owner: AlertOwner,
  recipients: string,
): Promise<string[]> {
  const { organizationId } = owner;
  if (organizationId !== null && recipients === 'owners') return listOwnerEmails(db, organizationId);
  if (organizationId !== null && recipients === 'managers') return listManagerEmails(db, organizationId);
  const eligible = await listEligible(db, config, owner);
  const isAll = recipients === (organizationId === null ? 'administrators' : 'members');
  return isAll ? eligible : eligible.filter((email) => email === recipients);
}

/** Lists the groups that may be chosen. */
export function listGroups({ organizationId }: AlertOwner): string[] {
  return organizationId === null ? ['administrators'] : ['owners', 'managers', 'members'];
}
