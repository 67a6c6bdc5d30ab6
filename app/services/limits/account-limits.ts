import type { KnownDevice } from '~/auth/login/known-device';
import type { AppContext } from '~/context';
import { networkOf } from './network-address';
import type { SlidingWindow } from './sliding-window';

/** The reasons for a mail. Each is counted separately, so that using one up blocks no other. */
type MailKind =
  | 'sign-up'
  | 'verification'
  | 'reset'
  | 'own-reset'
  | 'invitation'
  | 'address-change'
  | 'single-sign-on';

/** The actions that anybody may request, by typing an email address or by the link of an invitation. */
type AccountAction = MailKind | 'early-access' | 'join';

interface LoginAttempt {
  email: string;
  /** The caller's network address. */
  address: string;
  /** The browser, when the account with this email knows it. */
  device?: DeviceOfUser | undefined;
}

/** A browser of which an account knows that its owner signed in by it. */
interface DeviceOfUser {
  deviceId: string;
  userId: string;
}

/**
 * Returns what a browser's login attempts for an account are counted by; undefined when the browser never signed in to it. Its
 * attempts then count together with those of everybody else who types the email.
 */
export function findDeviceOfUser(
  device: KnownDevice | undefined,
  userId: string | undefined,
): DeviceOfUser | undefined {
  return device && userId && device.userIds.includes(userId) ? { deviceId: device.id, userId } : undefined;
}

function keyOf({ deviceId, userId }: DeviceOfUser): string {
  return `${deviceId} ${userId}`;
}

/**
 * Counts one login attempt and returns 0, or the seconds to wait when it exceeds a limit: 5 in 15 minutes for an email and for
 * each device that its account knows, 30 for all these devices together and for a network address. It counts all attempts, not
 * only failures: a program that guesses sends them in parallel. A person who once knew the password may have made any number of
 * devices known, which stay known after it was changed.
 */
export function countLogin(context: AppContext, { email, address, device }: LoginAttempt): number {
  const { loginByEmail, loginByDevice, loginByDevices, loginByNetwork } = context.limits;
  const own: Limited[] = device
    ? [
        [loginByDevice, keyOf(device)],
        [loginByDevices, device.userId],
      ]
    : [[loginByEmail, email]];
  return count(context.now(), ...own, [loginByNetwork, networkOf(address)]);
}

/** Forgets the failed attempts before a successful login; the attempts of others stay counted. */
export function clearLogins(context: AppContext, { email, device }: Omit<LoginAttempt, 'address'>): void {
  const { loginByEmail, loginByDevice, loginByDevices } = context.limits;
  if (!device) return loginByEmail.clear(email);
  loginByDevice.clear(keyOf(device));
  loginByDevices.clear(device.userId);
}

/** Like `countLogin`, for a signed-in person who proves to know the password. */
export function countPasswordProof(context: AppContext, userId: string, address: string): number {
  const { passwordByUser, loginByNetwork } = context.limits;
  return count(context.now(), [passwordByUser, userId], [loginByNetwork, networkOf(address)]);
}

export function clearPasswordProofs(context: AppContext, userId: string): void {
  context.limits.passwordByUser.clear(userId);
}

/** Like `countLogin`, for codes. `who`: the user who knew the password, or the identity that a mailed code proves. */
export function countCode(context: AppContext, who: string, address: string): number {
  const { codeByUser, loginByNetwork } = context.limits;
  return count(context.now(), [codeByUser, who], [loginByNetwork, networkOf(address)]);
}

/**
 * Like `countLogin`, for passkeys, but only by network address: the owner of a passkey is known only after the look-up, and
 * nobody can guess a signature.
 */
export function countPasskey(context: AppContext, address: string): number {
  return count(context.now(), [context.limits.loginByNetwork, networkOf(address)]);
}

export function clearCodes(context: AppContext, who: string): void {
  context.limits.codeByUser.clear(who);
}

/**
 * Counts a request that anybody can make: 30 in 15 minutes for a network address, and 1,000 an hour in all of a kind that stores
 * something for good. Returns 0, or the seconds to wait.
 */
export function countAccountAction(context: AppContext, action: AccountAction, address: string): number {
  const { accountActionByNetwork, storedByGuests } = context.limits;
  const ofNetwork: Limited = [accountActionByNetwork, `${action} ${networkOf(address)}`];
  const isStored = action === 'sign-up' || action === 'early-access';
  return count(context.now(), ofNetwork, ...(isStored ? [[storedByGuests, action] satisfies Limited] : []));
}

/**
 * Counts one direction of a single sign-on, to the provider or back, since each sends a request to the provider: 120 in 15
 * minutes for a network address. Returns 0, or the seconds to wait.
 */
export function countSingleSignOn(context: AppContext, way: 'there' | 'back', address: string): number {
  return count(context.now(), [context.limits.singleSignOnByNetwork, `${way} ${networkOf(address)}`]);
}

/**
 * Counts one mail of a kind: 3 an hour for a recipient, 3 for each device that the recipient's account knows, and 12 for all
 * these devices together. Returns 0, or the seconds until another mail is allowed; only signed-in people may learn the result.
 */
export function countMail(
  context: AppContext,
  kind: MailKind,
  { email, device }: Omit<LoginAttempt, 'address'>,
): number {
  const { mailByRecipient, mailByDevices } = context.limits;
  if (!device) return count(context.now(), [mailByRecipient, `${kind} ${email}`]);
  return count(
    context.now(),
    [mailByRecipient, `${kind} ${keyOf(device)}`],
    [mailByDevices, `${kind} ${device.userId}`],
  );
}

/**
 * Counts a change of who has power over something, an organization's id or `installation`: 100 in an hour. Returns 0, or the
 * seconds to wait: without a bound, one API token could fill the mailboxes of all owners, or of all administrators.
 */
export function countPowerChange(context: AppContext, over: string): number {
  return count(context.now(), [context.limits.powerChanges, over]);
}

/** A limit, and the key to count by. */
type Limited = [limit: SlidingWindow, key: string];

function count(now: number, ...limits: Limited[]): number {
  const waitMs = Math.max(...limits.map(([limit, key]) => limit.waitMs(key, now)));
  if (waitMs > 0) return Math.ceil(waitMs / 1000);
  for (const [limit, key] of limits) limit.record(key, now);
  return 0;
}
