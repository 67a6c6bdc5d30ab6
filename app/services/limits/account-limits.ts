import type { KnownDevice } from '~/auth/login/known-device';
import type { AppContext } from '~/context';
import { networkOf } from './network-address';
import type { SlidingWindow } from './sliding-window';

/** What makes the server send a mail; each is counted apart, so that using one up stops no other. */
export type MailKind =
  | 'sign-up'
  | 'verification'
  | 'reset'
  | 'invitation'
  | 'address-change'
  | 'single-sign-on';

/** What anybody may ask for by typing an email address. Early access is among them, although it sends no mail. */
type AccountAction = MailKind | 'early-access';

interface LoginAttempt {
  email: string;
  /** The caller's network address. */
  address: string;
  /** The browser, where it is known to the account that has this email. */
  device?: string | undefined;
}

/**
 * What a browser's tries for an account are counted by, or undefined when it never signed in to it: then they are
 * counted with those of everybody else who types the email.
 */
export function findDeviceKey(device: KnownDevice | undefined, userId: string | undefined) {
  return device && userId && device.userIds.includes(userId) ? `${device.id} ${userId}` : undefined;
}

/**
 * Counts one try to log in and returns 0, or the seconds to wait when it is one too many: 5 in 15 minutes for an
 * email and for each device that is known to its account, 30 for a network address. Tries are counted, not failures:
 * a program that guesses sends them side by side.
 */
export function countLogin(context: AppContext, { email, address, device }: LoginAttempt): number {
  const { loginByEmail, loginByDevice, loginByNetwork } = context.limits;
  return count(context.now(), device ? [loginByDevice, device] : [loginByEmail, email], [
    loginByNetwork,
    networkOf(address),
  ]);
}

/** A login that succeeded owes nothing for the mistyped ones before it; those of others stay counted. */
export function clearLogins(context: AppContext, { email, device }: Omit<LoginAttempt, 'address'>): void {
  const { loginByEmail, loginByDevice } = context.limits;
  if (device) loginByDevice.clear(device);
  else loginByEmail.clear(email);
}

/** Like `countLogin`, for a signed-in person who proves that they know the password. */
export function countPasswordProof(context: AppContext, userId: string, address: string): number {
  const { passwordByUser, loginByNetwork } = context.limits;
  return count(context.now(), [passwordByUser, userId], [loginByNetwork, networkOf(address)]);
}

export function clearPasswordProofs(context: AppContext, userId: string): void {
  context.limits.passwordByUser.clear(userId);
}

/** Like `countLogin`, for the codes that are tried after the right password, or by `who` else has to prove something. */
export function countCode(context: AppContext, who: string, address: string): number {
  const { codeByUser, loginByNetwork } = context.limits;
  return count(context.now(), [codeByUser, who], [loginByNetwork, networkOf(address)]);
}

/**
 * Like `countLogin`, for passkeys, but counted by network address only: the owner of a passkey is known only after the look-up,
 * and nobody can guess a signature.
 */
export function countPasskey(context: AppContext, address: string): number {
  return count(context.now(), [context.limits.loginByNetwork, networkOf(address)]);
}

export function clearCodes(context: AppContext, who: string): void {
  context.limits.codeByUser.clear(who);
}

/** Counts what anybody can ask for: 30 in 15 minutes for a network address. Returns 0, or the seconds to wait. */
export function countAccountAction(context: AppContext, action: AccountAction, address: string): number {
  return count(context.now(), [context.limits.accountActionByNetwork, `${action} ${networkOf(address)}`]);
}

/**
 * Counts one way of a single sign-on, there or back, since each asks the provider: 120 in 15 minutes for a network address.
 * Returns 0, or the seconds to wait.
 */
export function countSingleSignOn(context: AppContext, way: 'there' | 'back', address: string): number {
  return count(context.now(), [context.limits.singleSignOnByNetwork, `${way} ${networkOf(address)}`]);
}

/**
 * Counts one mail of a kind: 3 an hour for a recipient, and for each device that is known to their account. Returns 0, or
 * the seconds until there may be another; nobody but those who are signed in may learn of it.
 */
export function countMail(
  context: AppContext,
  kind: MailKind,
  { email, device }: Omit<LoginAttempt, 'address'>,
) {
  return count(context.now(), [context.limits.mailByRecipient, `${kind} ${device ?? email}`]);
}

function count(now: number, ...limits: [SlidingWindow, string][]): number {
  const waitMs = Math.max(...limits.map(([limit, key]) => limit.waitMs(key, now)));
  if (waitMs > 0) return Math.ceil(waitMs / 1000);
  for (const [limit, key] of limits) limit.record(key, now);
  return 0;
}
