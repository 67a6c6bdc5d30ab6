// The ways to another link for those whose mailed one no longer works. Mail may come hours late, so its reader has done nothing
// wrong and should not have to type the address that the mail was sent to.
import { hashToken } from '~/auth/token';
import type { AppContext } from '~/context';
import { findOneTimeToken } from '~/db/accounts/one-time-tokens';
import { findUser } from '~/db/accounts/users';

type Context = Pick<AppContext, 'db' | 'now'>;

/**
 * Returns the address that an expired, unused link was mailed to; undefined for any other link, and once the account has
 * another address. The address is for sending a new link there, not for showing it: who has an old link need not be its owner.
 */
export async function findMailedAddress(
  { db, now }: Context,
  purpose: 'reset-password' | 'verify-email',
  value: unknown,
): Promise<string | undefined> {
  if (typeof value !== 'string') return undefined;
  const token = await findOneTimeToken(db, purpose, hashToken(value));
  if (!token?.userId || token.usedAt !== null || token.expiresAt > now()) return undefined;
  const user = await findUser(db, token.userId);
  return user?.email === token.email ? token.email : undefined;
}

/**
 * The way to another link in place of one that was to verify an address: `send` to the same address, `change` the address of
 * the account once more, or `ask` for the address.
 */
export type WayToLink = 'send' | 'change' | 'ask';

export async function findWayToLink(context: Context, value: unknown): Promise<WayToLink> {
  if (typeof value !== 'string') return 'ask';
  if (await findOneTimeToken(context.db, 'change-email', hashToken(value))) return 'change';
  return (await findMailedAddress(context, 'verify-email', value)) === undefined ? 'ask' : 'send';
}
