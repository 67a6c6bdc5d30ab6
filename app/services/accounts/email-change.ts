import { createToken, hashToken } from '~/auth/token';
import type { AppContext } from '~/context';
import { insertAudit } from '~/db/organizations/audit';
import type { Queries } from '~/db/core/queries';
import {
  findToken,
  insertNewestToken,
  updateTokensEnded,
  updateTokenUsed,
} from '~/db/accounts/one-time-tokens';
import { findUser, findUserByEmail, updateEmail, type User } from '~/db/accounts/users';
import { addressChangeMessage, confirmAddressMessage } from '~/email/messages';
import type { Problem } from '~/problem';
import { queueEmail } from '../mail';

const validMs = 24 * 60 * 60_000;

/** Mails a link to the new address and a warning to the old one; until the link is followed nothing changes. */
export async function queueAddressChange(
  context: AppContext,
  tx: Queries,
  { user, email, address }: { user: User; email: string; address: string },
): Promise<void> {
  const { appUrl } = context.config;
  const token = createToken();
  const now = context.now();
  await insertNewestToken(tx, {
    tokenHash: hashToken(token),
    purpose: 'change-email',
    userId: user.id,
    email,
    now,
    expiresAt: now + validMs,
  });
  await insertAudit(tx, { kind: 'email-change-requested', userId: user.id, address, now });
  const link = `${appUrl}/verify-email?token=${token}`;
  await queueEmail(context, tx, { recipient: email, message: confirmAddressMessage(link), now });
  const warning = addressChangeMessage(`${appUrl}/forgot-password`);
  await queueEmail(context, tx, { recipient: user.email, message: warning, now });
}

/** Gives the account its new address. Problems: invalid-link, expired-link, email-taken. */
export async function confirmAddress(
  tx: Queries,
  { tokenHash, address, now }: { tokenHash: string; address: string; now: number },
): Promise<{ kind: 'verified' } | Problem> {
  const token = await findToken(tx, 'change-email', tokenHash);
  const user = token?.userId ? await findUser(tx, token.userId) : undefined;
  if (!token || !user || token.usedAt !== null) return { kind: 'invalid-link' };
  if (token.expiresAt <= now) return { kind: 'expired-link' };
  // Another user may have signed up with it meanwhile.
  if (await findUserByEmail(tx, token.email)) return { kind: 'email-taken' };
  await updateTokenUsed(tx, tokenHash, now);
  await updateEmail(tx, user.id, { email: token.email, now });
  await updateTokensEnded(tx, user.id, 'reset-password', now);
  await insertAudit(tx, { kind: 'email-changed', userId: user.id, detail: user.email, address, now });
  return { kind: 'verified' };
}
