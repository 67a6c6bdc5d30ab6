import type { ProvenIdentity } from '~/auth/login/pending-login-cookie';
import type { ClaimedIdentity } from '~/auth/login/single-sign-on-cookies';
import type { AppContext } from '~/context';
import { insertIdentity } from '~/db/accounts/identities';
import { findUser, insertUser, updateEmailVerified, type User } from '~/db/accounts/users';
import { newId } from '~/db/core/id';
import type { Queries } from '~/db/core/queries';
import { insertAuditEntry } from '~/db/organizations/audit-entries';
import { hasLeftOrganization } from '~/db/organizations/audit-log';
import { hasInvitation } from '~/db/organizations/invitations';
import { findOrganization } from '~/db/organizations/organizations';
import { describeProblem } from '~/problem';
import type { SingleSignOn } from '~/setting-groups';
import { joinOrganization } from '../../organizations/joining';
import { closedProblems } from '../sign-up';
import { findSignUpMode } from '../sign-up-mode';
import type { SingleSignOnFailed } from './provider';
import { applyRole } from './role-by-provider';

type Person = Pick<User, 'id' | 'email'>;

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
  const userId = newId();
  const organizationId = await findOrganizationToJoin(context, tx, provider, { id: userId, email });
  const closed = closedProblems[await findSignUpMode({ config: context.config, db: tx })];
  if (closed && organizationId === undefined && !(await hasInvitation(tx, email, now))) {
    return { kind: 'failed', message: describeProblem({ kind: closed }).body.message };
  }
  await insertUser(tx, { id: userId, email, firstName, lastName, passwordHash: '', now });
  await updateEmailVerified(tx, userId, now);
  await insertAuditEntry(tx, { kind: 'sign-up', userId, detail: 'Single sign-on', address, now });
  await connectAccount(context, tx, provider, { user: { id: userId, email }, identity, address });
  const user = await findUser(tx, userId);
  if (!user) throw new Error('The account was not stored.');
  return { kind: 'created', user };
}

/**
 * Connects an account with an identity. A member of the newcomers' organization gets the role that the provider names, anybody
 * else joins it with that role, but for who left it or was removed from it: only an invitation brings them back.
 */
export async function connectAccount(
  context: AppContext,
  tx: Queries,
  provider: SingleSignOn,
  { user, identity, address }: { user: Person; identity: ProvenIdentity; address: string },
): Promise<void> {
  const { id: userId, email } = user;
  const { role } = identity;
  const now = context.now();
  await insertIdentity(tx, { ...identity, userId, now });
  await applyRole(context, tx, provider, { user, role, address });
  const organizationId = await findOrganizationToJoin(context, tx, provider, user);
  if (organizationId === undefined) return;
  const rights = { role: role ?? 'MEMBER', access: 'edit' } as const;
  const how = ', by single sign-on';
  await joinOrganization(tx, { userId, organizationId, email, ...rights, how, address, now });
}

async function findOrganizationToJoin(
  { log }: AppContext,
  tx: Queries,
  { organizationId }: SingleSignOn,
  { id: userId, email }: Person,
): Promise<string | undefined> {
  if (organizationId === undefined) return undefined;
  if (!(await findOrganization(tx, organizationId))) {
    log.error({ organizationId }, 'OIDC_ORGANIZATION names an organization that does not exist');
    return undefined;
  }
  return (await hasLeftOrganization(tx, { organizationId, userId, email })) ? undefined : organizationId;
}
