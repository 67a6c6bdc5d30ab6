// Mails a code to the address that a provider named. The person types it into the page that they are on. This proves that the
// reader of the mail and the person who came back from the provider in this browser are one.
import { randomInt } from 'node:crypto';
import type { ProvenIdentity } from '~/auth/login/pending-login-cookie';
import type { ClaimedIdentity, UnprovenIdentity } from '~/auth/login/single-sign-on-cookies';
import type { AppContext } from '~/context';
import { deleteIdentity, findIdentityUser } from '~/db/accounts/identities';
import { deleteSessionsOfUser } from '~/db/accounts/sessions';
import { findUserByEmail, updateEmailVerified, updatePassword, type User } from '~/db/accounts/users';
import type { Queries } from '~/db/core/queries';
import { insertAuditEntry } from '~/db/organizations/audit-entries';
import { identityCodeMessage } from '~/email/account-messages';
import type { Problem } from '~/problem';
import type { SingleSignOn } from '~/setting-groups';
import { clearCodes, countAccountAction, countCode, countMail } from '../../limits/account-limits';
import { queueEmail } from '../../mail';
import { rejectWhenReadOnly } from '../../installation/read-only';
import { beginSession, type CodeAwaited, findCodeAwaited, type LoggedIn, type LoginCaller } from '../login';
import { singleSignOnAuditName, limitSession, auditRefusedLogin } from './identity-login';
import { connectAccount, createNewcomer } from './newcomer';
import { auditIdentityChange } from './own-identity';
import type { SingleSignOnFailed } from './provider';

const digits = 8;

/**
 * Mails a code to the address, at most 3 an hour, and returns it; `former` is one that was mailed before, to send that again.
 * Problems: too-many-requests, unavailable (read-only).
 */
export async function mailIdentityCode(
  context: AppContext,
  provider: SingleSignOn,
  { email }: ClaimedIdentity,
  address: string,
  former?: string,
): Promise<{ kind: 'mailed'; code: string } | Problem> {
  const readOnly = await rejectWhenReadOnly(context.db);
  if (readOnly) return readOnly;
  const retryAfterSeconds =
    countAccountAction(context, 'single-sign-on', address) || countMail(context, 'single-sign-on', { email });
  if (retryAfterSeconds > 0) return { kind: 'too-many-requests', retryAfterSeconds };
  const code = former ?? String(randomInt(10 ** digits)).padStart(digits, '0');
  const message = identityCodeMessage(code, provider.name, `${context.config.appUrl}/login/sso/code`);
  const now = context.now();
  await context.db.transaction((tx) => queueEmail(context, tx, { recipient: email, message, now }));
  context.wake();
  return { kind: 'mailed', code };
}

/**
 * Takes the mailed code, with five tries in 15 minutes. Connects the account that has the address, or makes one, and logs in.
 * An account with a second factor is connected by {@link connectProven} after that factor. An account whose address nobody had
 * proven loses its password and its sessions: a person who does not own the address may have chosen them. Problems: wrong-code,
 * conflict (the identity was connected meanwhile), too-many-logins, unavailable (read-only).
 */
export async function proveIdentity(
  context: AppContext,
  provider: SingleSignOn,
  { identity, code }: UnprovenIdentity,
  typed: string,
  caller: LoginCaller,
): Promise<LoggedIn | CodeAwaited | SingleSignOnFailed | Problem> {
  const { issuer, subject } = identity;
  // A right code for one address must not give more tries for another.
  const who = `${issuer} ${subject} ${identity.email}`;
  const retryAfterSeconds = countCode(context, who, caller.address);
  if (retryAfterSeconds > 0) return { kind: 'too-many-logins', retryAfterSeconds };
  const now = context.now();
  if (typed.replace(/\s/g, '') !== code) {
    await auditRefusedLogin(context, identity, caller);
    return { kind: 'wrong-code', message: 'This code is wrong.' };
  }
  const outcome = await context.db.transaction(
    async (tx): Promise<LoggedIn | CodeAwaited | SingleSignOnFailed | Problem> => {
      const readOnly = await rejectWhenReadOnly(tx);
      if (readOnly) return readOnly;
      if (await findIdentityUser(tx, identity)) {
        return { kind: 'conflict', message: 'This code was used already. Log in again.' };
      }
      const user = await findUserByEmail(tx, identity.email);
      if (user) {
        // Where the account has a second factor, the mailed code alone does not prove its owner.
        const awaited = await findCodeAwaited(tx, user, singleSignOnAuditName);
        if (awaited)
          return {
            ...awaited,
            sessionMs: provider.sessionMs,
            connects: { issuer, subject, email: identity.email, role: identity.role },
          };
        await connect(context, tx, provider, { user, identity, address: caller.address });
        return beginSession(tx, user, limitSession(provider, caller), now, singleSignOnAuditName);
      }
      const created = await createNewcomer(context, tx, provider, identity, caller.address);
      if (created.kind !== 'failed')
        return beginSession(tx, created.user, limitSession(provider, caller), now, singleSignOnAuditName);
      return created;
    },
  );
  if (outcome.kind === 'failed') await auditRefusedLogin(context, identity, caller);
  clearCodes(context, who);
  context.wake();
  return outcome;
}

/**
 * Connects the account of a person who has proven the address by the mailed code, and themselves by the second factor. While
 * the installation is read-only, the next login asks for the code again.
 */
export async function connectProven(
  context: AppContext,
  user: User,
  identity: ProvenIdentity | undefined,
  address: string,
): Promise<void> {
  const provider = context.config.singleSignOn;
  if (!identity || identity.issuer !== provider?.issuer) return;
  await context.db.transaction(async (tx) => {
    if ((await findIdentityUser(tx, identity)) || (await rejectWhenReadOnly(tx))) return;
    await connect(context, tx, provider, { user, identity, address });
  });
  context.wake();
}

async function connect(
  context: AppContext,
  tx: Queries,
  provider: SingleSignOn,
  { user, identity, address }: { user: User; identity: ProvenIdentity; address: string },
): Promise<void> {
  const now = context.now();
  if (!user.emailVerified) {
    await updateEmailVerified(tx, user.id, now);
    await updatePassword(tx, user.id, { passwordHash: '', now });
    await deleteSessionsOfUser(tx, user.id);
    await insertAuditEntry(tx, { kind: 'email-verified', userId: user.id, address, now });
  }
  // The provider may know the person by a new subject, for example after their account there was made again.
  await deleteIdentity(tx, { userId: user.id, issuer: identity.issuer });
  await connectAccount(context, tx, provider, { user, identity, address });
  await auditIdentityChange(context, tx, { user, provider, kind: 'identity-connected', address });
}
