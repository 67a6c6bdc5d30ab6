import type { ClaimedIdentity } from '~/auth/login/single-sign-on-cookies';
import type { AppContext } from '~/context';
import { insertIdentity } from '~/db/accounts/identities';
import { findUser, insertUser, updateEmailVerified, type User } from '~/db/accounts/users';
import { newId } from '~/db/core/id';
import type { Queries } from '~/db/core/queries';
import { insertAuditEntry } from '~/db/organizations/audit-entries';
import { hasInvitation } from '~/db/organizations/invitations';
import type { Role } from '~/db/core/tables';
import { findOrganization } from '~/db/organizations/organizations';
import { describeProblem } from '~/problem';
import type { SingleSignOn } from '~/setting-groups';
import { joinOrganization } from '../../organizations/joining';
import { closedProblems } from '../sign-up';
import { findSignUpMode } from '../sign-up-mode';
import type { SingleSignOnFailed } from './provider';

/**
 * Makes an account without a password for a person whose address is proven, and lets it join the newcomers' organization. Where
 * accounts need an invitation, it takes an invitation or such an organization.
 */
export async function createNewcomer(
  context: AppContext,
  tx: Queries,
  provider: SingleSignOn,
  identity: ClaimedIdentity,
  address: string,
): Promise<{ kind: 'created'; user: User } | SingleSignOnFailed> {
  const { email, firstName, lastName } = identity;
  const now = context.now();
  const organizationId = await findNewcomersOrganization(context, tx, provider);
  const closed = closedProblems[await findSignUpMode({ config: context.config, db: tx })];
  if (closed && organizationId === undefined && !(await hasInvitation(tx, email, now))) {
    return { kind: 'failed', message: describeProblem({ kind: closed }).body.message };
  }
  const userId = newId();
  await insertUser(tx, { id: userId, email, firstName, lastName, passwordHash: '', now });
  await updateEmailVerified(tx, userId, now);
  await insertIdentity(tx, { ...identity, userId, now });
  await insertAuditEntry(tx, { kind: 'sign-up', userId, detail: 'Single sign-on', address, now });
  await joinAsNewcomer(context, tx, provider, { user: { id: userId, email }, role: identity.role, address });
  const user = await findUser(tx, userId);
  if (!user) throw new Error('The account was not stored.');
  return { kind: 'created', user };
}

/** Lets a person who uses single sign-on for the first time join the newcomers' organization, if there is one. */
export async function joinAsNewcomer(
  context: AppContext,
  tx: Queries,
  provider: SingleSignOn,
  {
    user,
    role = 'MEMBER',
    address,
  }: { user: Pick<User, 'id' | 'email'>; role: Role | undefined; address: string },
): Promise<void> {
  const organizationId = await findNewcomersOrganization(context, tx, provider);
  if (organizationId === undefined) return;
  const { id: userId, email } = user;
  const how = ', by single sign-on';
  const now = context.now();
  await joinOrganization(tx, { userId, organizationId, email, role, access: 'edit', how, address, now });
}

async function findNewcomersOrganization(
  { log }: AppContext,
  tx: Queries,
  { organizationId }: SingleSignOn,
): Promise<string | undefined> {
  if (organizationId === undefined) return undefined;
  if (await findOrganization(tx, organizationId)) return organizationId;
  log.error({ organizationId }, 'OIDC_ORGANIZATION names an organization that does not exist');
  return undefined;
}
