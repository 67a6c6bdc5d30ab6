// Turns two-factor authentication of an own account on and off.
import {
  createAppKey,
  describeAppKey,
  findCodeStep,
  placeOfAppKey,
} from '~/auth/second-factor/authenticator-app';
import { findRelyingParty } from '~/auth/passkeys/passkey';
import { createRecoveryCodes, hashRecoveryCode } from '~/auth/second-factor/recovery-code';
import { open, seal } from '~/auth/secret-box';
import { hashToken } from '~/auth/token';
import type { AppContext } from '~/context';
import { countPasskeys, deletePasskeysOfUser } from '~/db/accounts/passkeys';
import { deleteSessionsOfUser } from '~/db/accounts/sessions';
import {
  deleteTwoFactor,
  findTwoFactor,
  insertTwoFactor,
  replaceRecoveryCodes,
  updateApp,
} from '~/db/accounts/two-factor';
import type { User } from '~/db/accounts/users';
import type { Queries } from '~/db/core/queries';
import { type AuditKind, insertAudit } from '~/db/organizations/audit';
import { twoFactorMessage } from '~/email/messages';
import type { TwoFactorSetup } from '~/fields';
import type { Problem } from '~/problem';
import { queueEmail } from '../mail';
import { changeByPassword, type OwnerProof } from './password-proof';

export interface TwoFactorState {
  /** Since when it is on, in milliseconds since 1970; null when it is off. */
  since: number | null;
  recoveryCodesLeft: number;
  /** Whether an authenticator app is set up; without one, passkeys are the second factor. */
  hasApp: boolean;
}

export async function describeTwoFactor({ db }: AppContext, userId: string): Promise<TwoFactorState> {
  const factor = await findTwoFactor(db, userId);
  return {
    since: factor?.createdAt ?? null,
    recoveryCodesLeft: factor?.recoveryCodesLeft ?? 0,
    hasApp: factor !== undefined && factor.secret !== null,
  };
}

/** The key that an authenticator app is to take in; nothing is stored. */
export interface OfferedKey {
  /** In Base32, to be typed. */
  key: string;
  /** The same as an `otpauth:` URI, to be drawn as a QR code. */
  uri: string;
  /** The key, sealed for this account: comes back with the app's first code. */
  setup: string;
}

export function offerAppKey({ config }: AppContext, { id, email }: User): OfferedKey {
  const key = createAppKey();
  return { key, uri: describeAppKey(key, email), setup: seal(config.appKey, key, placeOfOffer(id)) };
}

/** The key that was offered before, when `setup` is that of one for this account. */
export function readOfferedKey(
  { config }: AppContext,
  { id, email }: User,
  setup: string,
): OfferedKey | undefined {
  const key = open(config.appKey, setup, placeOfOffer(id));
  return key === undefined ? undefined : { key, uri: describeAppKey(key, email), setup };
}

function placeOfOffer(userId: string): string {
  return `two-factor-setup:${userId}`;
}

/** Not needed by who has just proven who they are. */
interface CurrentPassword {
  currentPassword?: string | undefined;
}

interface Caller extends Pick<OwnerProof, 'address' | 'isFresh'> {
  /** Of the session that stays when the others end. */
  sessionToken: string | undefined;
}

/**
 * Turns it on for a user who knows the password and whose app shows the right code. Every other session ends: it began with
 * the password alone. Returns the recovery codes, which are shown once. Problems: wrong-password, wrong-code, invalid (a
 * setup that is not ours), conflict (an app is set up), too-many-logins.
 */
export async function enableTwoFactor(
  context: AppContext,
  user: User,
  { setup, code, currentPassword: password }: Omit<TwoFactorSetup, 'currentPassword'> & CurrentPassword,
  { address, sessionToken, isFresh }: Caller,
): Promise<{ kind: 'enabled'; recoveryCodes: string[] } | Problem> {
  const { config } = context;
  const offered = readOfferedKey(context, user, setup);
  if (!offered) return { kind: 'invalid', message: 'This key is no longer offered. Reload the page.' };
  const now = context.now();
  const recoveryCodes = createRecoveryCodes();
  return changeByPassword(context, user, { password, isFresh, address }, async (tx) => {
    const former = await findTwoFactor(tx, user.id);
    // An app may come beside passkeys that are the second factor already.
    if (former && former.secret !== null) return isOn;
    const step = findCodeStep(offered.key, code, now);
    if (step === undefined) return { kind: 'wrong-code' };
    const secret = seal(config.appKey, offered.key, placeOfAppKey(user.id));
    if (former) await updateApp(tx, { userId: user.id, secret, lastStep: step });
    else await insertTwoFactor(tx, { userId: user.id, secret, lastStep: step, now });
    await finishEnabling(context, tx, user, { recoveryCodes, address, sessionToken });
    return { kind: 'enabled', recoveryCodes };
  });
}

/**
 * Turns it on for a user who knows the password and has a passkey, which takes the place of an app. All else is as with
 * `enableTwoFactor`. Problems: wrong-password, conflict (it is on, or there is no passkey), too-many-logins.
 */
export function enableTwoFactorByPasskeys(
  context: AppContext,
  user: User,
  { currentPassword: password }: CurrentPassword,
  { address, sessionToken, isFresh }: Caller,
): Promise<{ kind: 'enabled'; recoveryCodes: string[] } | Problem> {
  const recoveryCodes = createRecoveryCodes();
  const host = findRelyingParty(context.config)?.id;
  return changeByPassword(context, user, { password, isFresh, address }, async (tx) => {
    if (await findTwoFactor(tx, user.id)) return isOn;
    if (host === undefined || (await countPasskeys(tx, user.id, host)) === 0) {
      return { kind: 'conflict', message: 'Add a passkey first.' };
    }
    await insertTwoFactor(tx, { userId: user.id, secret: null, lastStep: 0, now: context.now() });
    await finishEnabling(context, tx, user, { recoveryCodes, address, sessionToken });
    return { kind: 'enabled', recoveryCodes };
  });
}

async function finishEnabling(
  context: AppContext,
  tx: Queries,
  user: User,
  { recoveryCodes, address, sessionToken }: Caller & { recoveryCodes: string[] },
): Promise<void> {
  await replaceRecoveryCodes(tx, user.id, recoveryCodes.map(hashRecoveryCode));
  await deleteSessionsOfUser(tx, user.id, sessionToken === undefined ? undefined : hashToken(sessionToken));
  await note(context, tx, user, 'two-factor-enabled', address);
}

/** Turns it off for a user who knows the password. Problems: wrong-password, conflict (it is off), too-many-logins. */
export function disableTwoFactor(
  context: AppContext,
  user: User,
  proof: OwnerProof,
): Promise<{ kind: 'disabled' } | Problem> {
  return changeByPassword(context, user, proof, async (tx) => {
    if (!(await deleteTwoFactor(tx, user.id))) return isOff;
    await note(context, tx, user, 'two-factor-disabled', proof.address);
    return { kind: 'disabled' };
  });
}

/**
 * Turns it off for a person who has lost what it takes, and mails them; false when there was nothing of it. Their passkeys go,
 * too: who still has one logs in by it, and needs nobody.
 */
export async function removeTwoFactor(
  { config }: Pick<AppContext, 'config'>,
  tx: Queries,
  { id, email }: User,
  now: number,
): Promise<boolean> {
  const wasOn = await deleteTwoFactor(tx, id);
  const passkeys = await deletePasskeysOfUser(tx, id);
  if (!wasOn && passkeys === 0) return false;
  const message = twoFactorMessage('two-factor-removed', `${config.appUrl}/forgot-password`);
  await queueEmail({ config }, tx, { recipient: email, message, now });
  return true;
}

/** New recovery codes in place of the former. Problems: wrong-password, conflict (it is off), too-many-logins. */
export function renewRecoveryCodes(
  context: AppContext,
  user: User,
  proof: OwnerProof,
): Promise<{ kind: 'renewed'; recoveryCodes: string[] } | Problem> {
  const recoveryCodes = createRecoveryCodes();
  return changeByPassword(context, user, proof, async (tx) => {
    if (!(await findTwoFactor(tx, user.id))) return isOff;
    await replaceRecoveryCodes(tx, user.id, recoveryCodes.map(hashRecoveryCode));
    await note(context, tx, user, 'recovery-codes-renewed', proof.address);
    return { kind: 'renewed', recoveryCodes };
  });
}

const isOn: Problem = { kind: 'conflict', message: 'Two-factor authentication is already on.' };

const isOff: Problem = { kind: 'conflict', message: 'Two-factor authentication is off.' };

/** In the audit, and by mail to the account's owner. */
async function note(
  context: AppContext,
  tx: Queries,
  { id, email }: User,
  kind: Extract<AuditKind, 'two-factor-enabled' | 'two-factor-disabled' | 'recovery-codes-renewed'>,
  address: string,
): Promise<void> {
  const now = context.now();
  await insertAudit(tx, { kind, userId: id, address, now });
  const message = twoFactorMessage(kind, `${context.config.appUrl}/forgot-password`);
  await queueEmail(context, tx, { recipient: email, message, now });
}
