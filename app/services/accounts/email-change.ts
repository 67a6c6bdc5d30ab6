// Changes the address of an account. A person who proves who they are asks for the change and confirms it at the new address.
// A mail to the old address reports both steps. `email-restoration.ts` takes a change back.
import { createToken, hashToken } from '~/auth/token';
import type { AppContext } from '~/context';
import { insertAuditEntry } from '~/db/organizations/audit-entries';
import type { Queries } from '~/db/core/queries';
import {
  findOpenToken,
  findOneTimeToken,
  insertNewestToken,
  updateTokensEnded,
  updateTokenUsed,
} from '~/db/accounts/one-time-tokens';
import { deleteSessionsOfUser } from '~/db/accounts/sessions';
import { findCredentials, findUser, findUserByEmail, updateEmail, type User } from '~/db/accounts/users';
import { addressChangeMessage, confirmAddressMessage } from '~/email/address-messages';
import type { Problem } from '~/problem';
import { countAccountAction, countMail } from '../limits/account-limits';
import { queueEmail } from '../mail';
import { handleChangedAddress } from '../organizations/changed-address';
import { queueWayBack } from './email-restoration';
import { type OwnerProof, provePassword } from './proof/password-proof';

const validMs = 24 * 60 * 60_000;

/** The message of screens after the link was mailed. */
export const emailChangeMessage =
  'A link was mailed to the new address. Your email changes once you follow it, within 24 hours.';

/** Returns the address that a user asked for and has not confirmed yet, and until when they can confirm it, in ISO 8601. */
export async function findRequestedEmail(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  { id }: Pick<User, 'id'>,
): Promise<{ email: string; until: string } | undefined> {
  const token = await findOpenToken(db, { userId: id, purpose: 'change-email', now: now() });
  return token && { email: token.email, until: new Date(token.expiresAt).toISOString() };
}

/** Returns the former address, which a mailed link can still restore, and until when it can, in ISO 8601. */
export async function findFormerEmail(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  { id }: Pick<User, 'id'>,
): Promise<{ email: string; until: string } | undefined> {
  const token = await findOpenToken(db, { userId: id, purpose: 'restore-email', now: now() });
  return token && { email: token.email, until: new Date(token.expiresAt).toISOString() };
}

/** A change of address that the user may ask for. */
interface PermittedChange {
  email: string;
  /** The caller's network address. */
  address: string;
  /** The stored hash of the password when the user gave the proof. A change is refused if the hash is another one by then. */
  passwordHash: string;
}

/**
 * Checks that a user proves who they are and may ask for one more change. Problems: conflict (the user has this address),
 * too-many-requests, email-taken; those of `provePassword`. The documented call answers `email-taken` before it checks the
 * proof. So requests are counted first: no network address can try out many addresses.
 */
export async function permitEmailChange(
  context: AppContext,
  user: User,
  email: string,
  proof: OwnerProof,
): Promise<{ kind: 'permitted'; change: PermittedChange } | Problem> {
  if (email === user.email)
    return { kind: 'conflict', message: 'This is the email of your account already.' };
  const tooSoon = countAccountAction(context, 'address-change', proof.address);
  if (tooSoon > 0) return { kind: 'too-many-requests', retryAfterSeconds: tooSoon };
  if (await findUserByEmail(context.db, email)) return { kind: 'email-taken' };
  const proven = await provePassword(context, user, proof);
  if (proven.kind !== 'proven') return proven;
  // This counts mails only: a wrong password uses up none of the mails to that address.
  const retryAfterSeconds = countMail(context, 'address-change', { email });
  if (retryAfterSeconds > 0) return { kind: 'too-many-requests', retryAfterSeconds };
  const { passwordHash } = proven;
  return { kind: 'permitted', change: { email, address: proof.address, passwordHash } };
}

/** Asks for a change without any other. Problems: those of {@link permitEmailChange} and {@link queueEmailChange}. */
export async function requestEmailChange(
  context: AppContext,
  user: User,
  email: string,
  proof: OwnerProof,
): Promise<{ kind: 'queued' } | Problem> {
  const permitted = await permitEmailChange(context, user, email, proof);
  if (permitted.kind !== 'permitted') return permitted;
  const outcome = await context.db.transaction((tx) => queueEmailChange(context, tx, user, permitted.change));
  context.wake();
  return outcome;
}

/**
 * Mails a link to the new address and a warning to the old one. Nothing changes until the user follows the link. Problems:
 * wrong-password (the password was changed meanwhile), email-taken.
 */
export async function queueEmailChange(
  context: AppContext,
  tx: Queries,
  user: User,
  { email, address, passwordHash }: PermittedChange,
): Promise<{ kind: 'queued' } | Problem> {
  if ((await findCredentials(tx, user.email))?.passwordHash !== passwordHash)
    return { kind: 'wrong-password' };
  if (await findUserByEmail(tx, email)) return { kind: 'email-taken' };
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
  await insertAuditEntry(tx, { kind: 'email-change-requested', userId: user.id, address, now });
  const link = `${appUrl}/verify-email?token=${token}`;
  await queueEmail(context, tx, { recipient: email, message: confirmAddressMessage(link), now });
  const warning = addressChangeMessage(`${appUrl}/forgot-password`);
  await queueEmail(context, tx, { recipient: user.email, message: warning, now });
  return { kind: 'queued' };
}

/** Ends the link of a change that is not confirmed yet; the account keeps its address. Does nothing when no change is open. */
export async function withdrawEmailChange(context: AppContext, user: User, address: string): Promise<void> {
  const now = context.now();
  if (!(await findRequestedEmail(context, user))) return;
  await context.db.transaction(async (tx) => {
    await updateTokensEnded(tx, { userId: user.id, purpose: 'change-email', now });
    await insertAuditEntry(tx, { kind: 'email-change-withdrawn', userId: user.id, address, now });
  });
}

/**
 * Gives the account its new address, and mails a link that takes the change back to the old one. Every session ends but that of
 * the browser that confirms. Problems: invalid-link, already-verified (the account has this address by now), expired-link, email-taken.
 */
export async function confirmAddress(
  context: AppContext,
  tx: Queries,
  {
    tokenHash,
    address,
    sessionToken,
  }: { tokenHash: string; address: string; sessionToken?: string | undefined },
): Promise<{ kind: 'verified' } | Problem> {
  const now = context.now();
  const token = await findOneTimeToken(tx, 'change-email', tokenHash);
  const user = token?.userId ? await findUser(tx, token.userId) : undefined;
  if (!token || !user) return { kind: 'invalid-link' };
  if (token.usedAt !== null) {
    return { kind: user.email === token.email && user.emailVerified ? 'already-verified' : 'invalid-link' };
  }
  if (token.expiresAt <= now) return { kind: 'expired-link' };
  // Another user may have signed up with this address meanwhile.
  if (await findUserByEmail(tx, token.email)) return { kind: 'email-taken' };
  await updateTokenUsed(tx, tokenHash, now);
  await updateEmail(tx, user.id, { email: token.email, now });
  await handleChangedAddress(context, tx, { userId: user.id, former: user.email, email: token.email });
  await updateTokensEnded(tx, { userId: user.id, purpose: 'reset-password', now });
  await deleteSessionsOfUser(tx, user.id, sessionToken === undefined ? undefined : hashToken(sessionToken));
  await queueWayBack(context, tx, user, token.createdAt);
  await insertAuditEntry(tx, { kind: 'email-changed', userId: user.id, detail: user.email, address, now });
  return { kind: 'verified' };
}
