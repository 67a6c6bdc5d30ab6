import { findRelyingParty } from '~/auth/passkeys/passkey';
import type { AppContext } from '~/context';
import { listApiTokensMadeBy } from '~/db/organizations/api-tokens';
import type { Queries } from '~/db/core/queries';
import { findIdentity } from '~/db/accounts/identities';
import { listPasskeys, worksUnder } from '~/db/accounts/passkeys';
import { deleteSessionsOfUser } from '~/db/accounts/sessions';
import { updateTokensEnded } from '~/db/accounts/one-time-tokens';
import { findUser, updatePassword } from '~/db/accounts/users';
import { passwordChangedMessage } from '~/email/account-messages';
import { queueEmail } from '../mail';

/**
 * Stores a new password and ends what the old one may have opened to others: every session, reset links, and a change of
 * address that is not confirmed yet. Mails the owner the names of their API tokens and passkeys that still work, and of the
 * provider that still logs in to the account.
 */
export async function replacePassword(
  context: AppContext,
  tx: Queries,
  { userId, passwordHash }: { userId: string; passwordHash: string },
): Promise<void> {
  const now = context.now();
  await updatePassword(tx, userId, { passwordHash, now });
  await deleteSessionsOfUser(tx, userId);
  await updateTokensEnded(tx, { userId, purpose: 'reset-password', now });
  await updateTokensEnded(tx, { userId, purpose: 'change-email', now });
  const recipient = (await findUser(tx, userId))?.email;
  if (recipient === undefined) return;
  const { singleSignOn } = context.config;
  const host = findRelyingParty(context.config)?.id;
  const isConnected =
    singleSignOn !== undefined &&
    (await findIdentity(tx, { userId, issuer: singleSignOn.issuer })) !== undefined;
  const message = passwordChangedMessage(`${context.config.appUrl}/forgot-password`, {
    tokens: await listApiTokensMadeBy(tx, userId),
    passkeys: (await listPasskeys(tx, userId)).filter((each) => worksUnder(each, host)),
    provider: isConnected ? singleSignOn.name : undefined,
  });
  await queueEmail(context, tx, { recipient, message, now });
}
