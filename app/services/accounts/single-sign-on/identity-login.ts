import type { ClaimedIdentity } from '~/auth/login/single-sign-on-cookies';
import type { AppContext } from '~/context';
import { findIdentityUser, updateIdentityUsed } from '~/db/accounts/identities';
import { findUserByEmail } from '~/db/accounts/users';
import type { Queries } from '~/db/core/queries';
import { replaceAuditEntry } from '~/db/organizations/audit-entries';
import type { SingleSignOn } from '~/setting-groups';
import { countGuestEntry } from '../../limits/guest-entries';
import { type ReadOnly, rejectWhenReadOnly } from '../../installation/read-only';
import { beginLogin, type CodeAwaited, type LoggedIn, type LoginCaller } from '../login';
import { findDomainProblem } from './domains';
import { createNewcomer } from './newcomer';
import type { SingleSignOnFailed } from './provider';
import { applyRole } from './role-by-provider';

/** The outcome when nobody has verified yet that the address belongs to the person: a code is mailed to the address. */
interface ProofNeeded {
  kind: 'proof-needed';
  identity: ClaimedIdentity;
}

/**
 * Logs in with an identity: into the account that is connected with it, or into a new one where the provider has verified an
 * address without an account. An account that already has the address is connected only by {@link proveIdentity}: the word of a
 * provider must not open an account whose owner never chose that provider. Problem: unavailable (read-only), for an
 * identity that is not connected.
 */
export async function logInByIdentity(
  context: AppContext,
  provider: SingleSignOn,
  identity: ClaimedIdentity,
  caller: LoginCaller,
): Promise<LoggedIn | CodeAwaited | ProofNeeded | SingleSignOnFailed | ReadOnly> {
  const foreign = findDomainProblem(provider, identity);
  if (foreign) {
    await auditRefusedLogin(context, identity, caller);
    return { kind: 'failed', message: foreign };
  }
  const outcome = await context.db.transaction(
    async (tx): Promise<LoggedIn | CodeAwaited | ProofNeeded | SingleSignOnFailed | ReadOnly> => {
      const connected = await logInConnected(context, tx, provider, identity, caller);
      const settled = connected ?? (await rejectWhenReadOnly(tx));
      if (settled) return settled;
      if (!identity.emailVerified || (await findUserByEmail(tx, identity.email))) {
        return { kind: 'proof-needed', identity };
      }
      const created = await createNewcomer(context, tx, provider, identity, caller.address);
      if (created.kind === 'failed') return created;
      return beginLogin(
        tx,
        created.user,
        limitSession(provider, caller),
        context.now(),
        singleSignOnAuditName,
      );
    },
  );
  if (outcome.kind === 'failed') await auditRefusedLogin(context, identity, caller);
  return outcome;
}

/** Logs in to the account that is connected with the identity; undefined when there is none. */
async function logInConnected(
  context: AppContext,
  tx: Queries,
  provider: SingleSignOn,
  identity: ClaimedIdentity,
  caller: LoginCaller,
): Promise<LoggedIn | CodeAwaited | undefined> {
  const user = await findIdentityUser(tx, identity);
  if (!user) return undefined;
  const now = context.now();
  await updateIdentityUsed(tx, identity, now);
  await applyRole(context, tx, provider, { user, role: identity.role, address: caller.address });
  return beginLogin(tx, user, limitSession(provider, caller), now, singleSignOnAuditName);
}

/** Limits a session that begins by single sign-on to the length in the settings. */
export function limitSession({ sessionMs }: SingleSignOn, caller: LoginCaller): LoginCaller {
  return sessionMs === undefined ? caller : { ...caller, sessionMs };
}

/** The name of single sign-on in the audit log. */
export const singleSignOnAuditName = 'Single sign-on';

/** Adds a refused login to the audit log, under the account that has the address, if there is one. */
export async function auditRefusedLogin(
  context: AppContext,
  { email }: Pick<ClaimedIdentity, 'email'>,
  { address }: LoginCaller,
): Promise<void> {
  const userId = (await findUserByEmail(context.db, email))?.id;
  const refused = { userId, detail: `${singleSignOnAuditName}: ${email}`, address, now: context.now() };
  await replaceAuditEntry(context.db, countGuestEntry(context, { kind: 'login-failed', ...refused }));
}
