import type { AppContext } from '~/context';
import { insertAuditEntry } from '~/db/organizations/audit-entries';
import { newId } from '~/db/core/id';
import { insertMembership } from '~/db/organizations/memberships';
import type { Queries } from '~/db/core/queries';
import { insertOrganization } from '~/db/organizations/organizations';
import { findUserByEmail, insertUser } from '~/db/accounts/users';
import { addressInUseMessage } from '~/email/account-messages';
import type { SignUp } from '~/fields';
import type { Problem } from '~/problem';
import { countAccountAction, countMail } from '../limits/account-limits';
import { queueEmail } from '../mail';
import { findSignUpMode, type SignUpMode } from './sign-up-mode';
import { queueVerification } from './email-verification';

/** The message of screens and JSON after a sign-up, whether or not the address was known. */
export const signedUpMessage =
  'Your account has been created successfully. A verification email has been sent to your inbox.';

/** The problem that answers a sign-up without an invitation, by mode. */
export const closedProblems = {
  open: undefined,
  invite: 'invitation-needed',
  closed: 'sign-up-closed',
} as const satisfies Record<SignUpMode, Problem['kind'] | undefined>;

/**
 * Creates a user who owns a new organization, and mails the verification link. For an address that has an account nothing is
 * created, and its owner is mailed, at most 3 times an hour. Outcome and time are the same, so that a sign-up tells nobody who
 * is registered. Problems: too-many-requests (counted by network address), invitation-needed, sign-up-closed,
 * password-login-off.
 */
export async function signUp(
  context: AppContext,
  input: SignUp,
  address: string,
): Promise<{ kind: 'signed-up' } | Problem> {
  if (!context.config.passwordLogin) return { kind: 'password-login-off' };
  const closed = closedProblems[await findSignUpMode(context)];
  if (closed) return { kind: closed };
  const retryAfterSeconds = countAccountAction(context, 'sign-up', address);
  if (retryAfterSeconds > 0) return { kind: 'too-many-requests', retryAfterSeconds };
  const isEnough = countMail(context, 'sign-up', input) > 0;
  const passwordHash = await context.passwords.hash(input.password);
  await context.db.transaction(async (tx) => {
    if (await findUserByEmail(tx, input.email)) {
      if (isEnough) return;
      const message = addressInUseMessage(`${context.config.appUrl}/login`);
      await queueEmail(context, tx, { recipient: input.email, message, now: context.now() });
    } else {
      await insertAccount(context, tx, { ...input, passwordHash }, address);
    }
  });
  context.wake();
  return { kind: 'signed-up' };
}

async function insertAccount(
  context: AppContext,
  tx: Queries,
  input: Omit<SignUp, 'password'> & { passwordHash: string },
  address: string,
): Promise<void> {
  const now = context.now();
  const userId = newId();
  const organizationId = newId();
  await insertUser(tx, { ...input, id: userId, now });
  await insertOrganization(tx, { id: organizationId, name: input.organizationName, now });
  await insertMembership(tx, { userId, organizationId, role: 'OWNER', now });
  await insertAuditEntry(tx, { kind: 'sign-up', organizationId, userId, address, now });
  await queueVerification(context, tx, { id: userId, email: input.email });
}
