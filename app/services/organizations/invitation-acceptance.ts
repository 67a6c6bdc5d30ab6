import { createSession } from '~/auth/session';
import { hashToken } from '~/auth/token';
import type { AppContext } from '~/context';
import { insertAuditEntry } from '~/db/organizations/audit-entries';
import { newId } from '~/db/core/id';
import { findInvitation, type Invitation, updateInvitationEnded } from '~/db/organizations/invitations';
import { findMembership } from '~/db/organizations/memberships';
import type { Queries } from '~/db/core/queries';
import { findUserByEmail, insertUser, updateEmailVerified, type User } from '~/db/accounts/users';
import type { InvitedSignUp } from '~/fields';
import type { Problem } from '~/problem';
import { countAccountAction } from '../limits/account-limits';
import { readInvitation } from './invitations';
import { joinOrganization } from './joining';

interface Joined {
  kind: 'joined';
  organizationId: string;
  organizationName: string;
}

/**
 * Returns the invitation of an ended link whose person is a member by now, so that a form that is sent again, and a link that is
 * followed again, say what was done. Undefined for any other link.
 */
export async function findAcceptedInvitation(
  db: Queries,
  token: string,
): Promise<(Omit<Joined, 'kind'> & { userId: string; email: string }) | undefined> {
  const invitation = await findInvitation(db, hashToken(token));
  if (!invitation || invitation.usedAt === null) return undefined;
  const { email, organizationId, organizationName } = invitation;
  const user = await findUserByEmail(db, email);
  const isMember = user && (await findMembership(db, user.id, organizationId));
  return isMember ? { userId: user.id, email, organizationId, organizationName } : undefined;
}

/**
 * Lets a signed-in user join by the link that was mailed to their address, also one who has joined by it before. Problems:
 * invalid-invitation, expired-invitation, ended-invitation, other-address.
 */
export function acceptInvitation(
  context: AppContext,
  user: Pick<User, 'id' | 'email'>,
  token: string,
  address: string,
): Promise<Joined | Problem> {
  const now = context.now();
  return context.db.transaction(async (tx): Promise<Joined | Problem> => {
    const found = await readInvitation(tx, token, now);
    if (found.kind !== 'invitation') {
      const accepted = await findAcceptedInvitation(tx, token);
      if (accepted?.userId !== user.id) return found;
      const { organizationId, organizationName } = accepted;
      return { kind: 'joined', organizationId, organizationName };
    }
    if (found.invitation.email !== user.email) return { kind: 'other-address' };
    return join(tx, { invitation: found.invitation, userId: user.id, address, now });
  });
}

/**
 * Creates the account of a new user, adds it to the organization, and returns the token of its session. The link came by mail,
 * so the address needs no other proof. Problems: invalid-invitation, expired-invitation, ended-invitation, password-login-off;
 * email-taken for an address that has an account, whose owner must log in; too-many-requests.
 */
export async function signUpInvited(
  context: AppContext,
  input: InvitedSignUp & { token: string },
  caller: { address: string; userAgent: string | null },
): Promise<(Joined & { userId: string; sessionToken: string }) | Problem> {
  if (!context.config.passwordLogin) return { kind: 'password-login-off' };
  const { address } = caller;
  const now = context.now();
  // Whatever refuses comes before the expensive hash. A link whose address has an account is not used up.
  const early = await readInvitation(context.db, input.token, now);
  if (early.kind !== 'invitation') return early;
  if (await findUserByEmail(context.db, early.invitation.email)) return { kind: 'email-taken' };
  const retryAfterSeconds = countAccountAction(context, 'join', address);
  if (retryAfterSeconds > 0) return { kind: 'too-many-requests', retryAfterSeconds };
  const passwordHash = await context.passwords.hash(input.password);
  return context.db.transaction(
    async (tx): Promise<(Joined & { userId: string; sessionToken: string }) | Problem> => {
      const found = await readInvitation(tx, input.token, now);
      if (found.kind !== 'invitation') return found;
      const { email, organizationId } = found.invitation;
      if (await findUserByEmail(tx, email)) return { kind: 'email-taken' };
      const userId = newId();
      const { firstName, lastName } = input;
      await insertUser(tx, { id: userId, email, firstName, lastName, passwordHash, now });
      await updateEmailVerified(tx, userId, now);
      await insertAuditEntry(tx, { kind: 'sign-up', organizationId, userId, address, now });
      const joined = await join(tx, { invitation: found.invitation, userId, address, now });
      const userAgent = caller.userAgent?.slice(0, 500) ?? null;
      return {
        ...joined,
        userId,
        sessionToken: await createSession(tx, { userId, userAgent, address, now }),
      };
    },
  );
}

async function join(
  tx: Queries,
  about: { invitation: Invitation; userId: string; address: string; now: number },
): Promise<Joined> {
  const { invitation, userId, address, now } = about;
  const { organizationId, organizationName, email, role, access } = invitation;
  await updateInvitationEnded(tx, { organizationId, email, now });
  await joinOrganization(tx, { userId, organizationId, email, role, access, address, now });
  return { kind: 'joined', organizationId, organizationName };
}
