// Signed-in users connect their account with the provider, or disconnect it.
import type { ClaimedIdentity } from '~/auth/login/single-sign-on-cookies';
import { hashToken } from '~/auth/token';
import type { AppContext } from '~/context';
import {
  deleteIdentity,
  findIdentity,
  findIdentityUser,
  type Identity,
  updateIdentityUsed,
} from '~/db/accounts/identities';
import { deleteSessionsOfUser } from '~/db/accounts/sessions';
import type { User } from '~/db/accounts/users';
import type { Queries } from '~/db/core/queries';
import { insertAuditEntry } from '~/db/organizations/audit-entries';
import { identityMessage } from '~/email/account-messages';
import type { Problem } from '~/problem';
import type { SingleSignOn } from '~/setting-groups';
import { rejectWhenReadOnly } from '../../installation/read-only';
import { queueEmail } from '../../mail';
import { changeByPassword, hasPassword, type OwnerProof } from '../proof/password-proof';
import { findDomainProblem } from './domains';
import { singleSignOnAuditName } from './identity-login';
import { connectAccount } from './newcomer';

type OwnIdentity = Pick<Identity, 'email' | 'createdAt' | 'lastUsedAt'>;

/** Returns the identity that the account is connected with; null when there is none. */
export async function describeOwnIdentity(
  { db }: AppContext,
  { issuer }: SingleSignOn,
  user: User,
): Promise<OwnIdentity | null> {
  const found = await findIdentity(db, { userId: user.id, issuer });
  return found ? { email: found.email, createdAt: found.createdAt, lastUsedAt: found.lastUsedAt } : null;
}

/**
 * Connects the account of a person who left for the provider signed in, after their password, and came back as `identity`.
 * Problems: forbidden (another domain), conflict (it is another account's, or this account has another), unavailable (read-only).
 */
export async function connectIdentity(
  context: AppContext,
  provider: SingleSignOn,
  user: User,
  identity: ClaimedIdentity,
  address: string,
): Promise<{ kind: 'connected' } | Problem> {
  const foreign = findDomainProblem(provider, identity);
  if (foreign) return { kind: 'forbidden', message: foreign };
  const outcome = await context.db.transaction(async (tx): Promise<{ kind: 'connected' } | Problem> => {
    const readOnly = await rejectWhenReadOnly(tx);
    if (readOnly) return readOnly;
    const owner = await findIdentityUser(tx, identity);
    if (owner && owner.id !== user.id) {
      return {
        kind: 'conflict',
        message: `Another account is connected with this person of ${provider.name}.`,
      };
    }
    if (await findIdentity(tx, { userId: user.id, issuer: identity.issuer })) {
      return { kind: 'conflict', message: `Your account is already connected with ${provider.name}.` };
    }
    await connectAccount(context, tx, provider, { user, identity, address });
    await auditIdentityChange(context, tx, { user, provider, kind: 'identity-connected', address });
    return { kind: 'connected' };
  });
  context.wake();
  return outcome;
}

/** Checks that the person who came back from the provider is the signed-in one. Problem: forbidden. */
export async function proveByIdentity(
  context: AppContext,
  provider: SingleSignOn,
  user: User,
  identity: ClaimedIdentity,
  address: string,
): Promise<{ kind: 'proven' } | Problem> {
  const foreign = findDomainProblem(provider, identity);
  const now = context.now();
  return context.db.transaction(async (tx): Promise<{ kind: 'proven' } | Problem> => {
    const owner = foreign ? undefined : await findIdentityUser(tx, identity);
    if (owner?.id === user.id) {
      await updateIdentityUsed(tx, identity, now);
      return { kind: 'proven' };
    }
    const detail = `${singleSignOnAuditName}: ${identity.email}`;
    await insertAuditEntry(tx, { kind: 'login-failed', userId: user.id, detail, address, now });
    const message = `${provider.name} knows you as ${identity.email}, which your account is not connected with.`;
    return { kind: 'forbidden', message: foreign ?? message };
  });
}

/**
 * Disconnects the account of a user who proves who they are. Every session but that of `sessionToken` ends. Problems: those of
 * `provePassword`; conflict, when the account is not connected, or has no password that logs in.
 */
export function disconnectIdentity(
  context: AppContext,
  provider: SingleSignOn,
  user: User,
  proof: OwnerProof & { sessionToken: string | undefined },
): Promise<{ kind: 'disconnected' } | Problem> {
  return changeByPassword(context, user, proof, async (tx) => {
    if (!context.config.passwordLogin) {
      return { kind: 'conflict', message: 'Passwords are off here: nothing else would log you in.' };
    }
    if (!(await hasPassword(tx, user))) {
      return { kind: 'conflict', message: 'Set a password first: nothing else would log you in.' };
    }
    if (!(await deleteIdentity(tx, { userId: user.id, issuer: provider.issuer }))) {
      return { kind: 'conflict', message: `Your account is not connected with ${provider.name}.` };
    }
    const { address, sessionToken } = proof;
    // Some sessions may have begun with the provider.
    await deleteSessionsOfUser(tx, user.id, sessionToken === undefined ? undefined : hashToken(sessionToken));
    await auditIdentityChange(context, tx, { user, provider, kind: 'identity-disconnected', address });
    return { kind: 'disconnected' };
  });
}

/** Notes the change in the audit log, and mails the account's owner. */
export async function auditIdentityChange(
  context: AppContext,
  tx: Queries,
  about: {
    user: User;
    provider: SingleSignOn;
    kind: 'identity-connected' | 'identity-disconnected';
    address: string;
  },
): Promise<void> {
  const { user, provider, kind, address } = about;
  const now = context.now();
  await insertAuditEntry(tx, { kind, userId: user.id, detail: provider.issuer, address, now });
  const message = identityMessage(kind, provider.name, `${context.config.appUrl}/profile/single-sign-on`);
  await queueEmail(context, tx, { recipient: user.email, message, now });
}
