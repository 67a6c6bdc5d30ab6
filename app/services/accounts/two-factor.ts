// Users turn two-factor authentication of their own account on and off.
import { z } from 'zod';
import {
  createAppKey,
  describeAppKey,
  findCodeStep,
  associatedDataOfAppKey,
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
  hasRecoveryCodes,
  insertTwoFactor,
  replaceRecoveryCodes,
  updateApp,
} from '~/db/accounts/two-factor';
import type { User } from '~/db/accounts/users';
import type { Queries } from '~/db/core/queries';
import { type AuditKind, insertAuditEntry } from '~/db/organizations/audit-entries';
import { secondFactorRemovedMessage, twoFactorMessage } from '~/email/account-messages';
import type { TwoFactorSetup } from '~/fields';
import type { Problem } from '~/problem';
import { queueEmail } from '../mail';
import { changeByPassword, type OwnerProof } from './proof/password-proof';

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

/** The key of an authenticator app, which the server does not store yet. The API's document names this schema. */
export const OfferedKey = z.object({
  key: z.string().describe('In Base32, to be typed into an authenticator app.'),
  uri: z.string().describe('The same as an `otpauth:` URI, as QR codes hold it.'),
  /** Sealed for this account. */
  setup: z.string().describe('The key, sealed: to be sent back with the first code of the app.'),
});
export type OfferedKey = z.infer<typeof OfferedKey>;

export function offerAppKey({ config }: AppContext, { id, email }: User): OfferedKey {
  const key = createAppKey();
  return { key, uri: describeAppKey(key, email), setup: seal(config.appKey, key, associatedDataOfOffer(id)) };
}

/** Returns the key that was offered before, when `setup` was sealed for this account. */
export function readOfferedKey(
  { config }: AppContext,
  { id, email }: User,
  setup: string,
): OfferedKey | undefined {
  const key = open(config.appKey, setup, associatedDataOfOffer(id));
  return key === undefined ? undefined : { key, uri: describeAppKey(key, email), setup };
}

function associatedDataOfOffer(userId: string): string {
  return `two-factor-setup:${userId}`;
}

/** The password; a user who has just proven who they are needs none. */
interface CurrentPassword {
  currentPassword?: string | undefined;
}

interface Caller extends Pick<OwnerProof, 'address' | 'isFresh'> {
  /** The token of the session that stays when the others end. */
  sessionToken: string | undefined;
  formToken?: FormToken;
}

/**
 * The token of the form that asks for recovery codes (see `tokenOfForm`). They follow from it, so that a form that is sent again
 * shows the same ones, as long as none of them is used: its first response may never have been seen.
 */
type FormToken = string | undefined;

/**
 * Turns it on for a user who proves who they are and whose app shows the right code. Every other session ends, as it began with
 * the password alone. Returns the recovery codes, which are shown once. Problems: wrong-code, invalid (a setup that is not
 * ours), conflict (an app is set up); those of `provePassword`.
 */
export async function enableTwoFactor(
  context: AppContext,
  user: User,
  { setup, code, currentPassword: password }: Omit<TwoFactorSetup, 'currentPassword'> & CurrentPassword,
  { address, sessionToken, isFresh, formToken }: Caller,
): Promise<{ kind: 'enabled'; recoveryCodes: string[] } | Problem> {
  const { config } = context;
  const offered = readOfferedKey(context, user, setup);
  if (!offered) return { kind: 'invalid', message: 'This key is no longer offered. Reload the page.' };
  const now = context.now();
  const recoveryCodes = createRecoveryCodes(formToken);
  return changeByPassword(context, user, { password, isFresh, address }, async (tx) => {
    const former = await findTwoFactor(tx, user.id);
    if (await hasShown(tx, user, recoveryCodes)) return { kind: 'enabled', recoveryCodes };
    // A user whose second factor is passkeys may add an app.
    if (former && former.secret !== null) return isOn;
    const step = findCodeStep(offered.key, code, now);
    if (step === undefined) {
      return { kind: 'wrong-code', message: 'This code is wrong. Enter the one that the app shows now.' };
    }
    const secret = seal(config.appKey, offered.key, associatedDataOfAppKey(user.id));
    if (former) await updateApp(tx, { userId: user.id, secret, lastStep: step, now });
    else await insertTwoFactor(tx, { userId: user.id, secret, lastStep: step, now });
    await finishEnabling(context, tx, user, { recoveryCodes, address, sessionToken });
    return { kind: 'enabled', recoveryCodes };
  });
}

/**
 * Turns it on for a user who proves who they are and has a passkey, which replaces the app. All else is as with
 * `enableTwoFactor`. Problems: conflict (it is on, or there is no passkey); those of `provePassword`.
 */
export function enableTwoFactorByPasskeys(
  context: AppContext,
  user: User,
  { currentPassword: password }: CurrentPassword,
  { address, sessionToken, isFresh, formToken }: Caller,
): Promise<{ kind: 'enabled'; recoveryCodes: string[] } | Problem> {
  const recoveryCodes = createRecoveryCodes(formToken);
  const host = findRelyingParty(context.config)?.id;
  return changeByPassword(context, user, { password, isFresh, address }, async (tx) => {
    if (await hasShown(tx, user, recoveryCodes)) return { kind: 'enabled', recoveryCodes };
    if (await findTwoFactor(tx, user.id)) return isOn;
    if (host === undefined || (await countPasskeys(tx, user.id, host)) === 0) {
      return { kind: 'conflict', message: 'Add a passkey first.' };
    }
    await insertTwoFactor(tx, { userId: user.id, secret: null, lastStep: 0, now: context.now() });
    await finishEnabling(context, tx, user, { recoveryCodes, address, sessionToken });
    return { kind: 'enabled', recoveryCodes };
  });
}

/** Checks whether the same form has given the user these codes before. */
function hasShown(tx: Queries, { id }: User, recoveryCodes: string[]): Promise<boolean> {
  return hasRecoveryCodes(tx, id, recoveryCodes.map(hashRecoveryCode));
}

function storeRecoveryCodes(
  { now }: AppContext,
  tx: Queries,
  { id: userId }: User,
  recoveryCodes: string[],
): Promise<void> {
  return replaceRecoveryCodes(tx, { userId, codeHashes: recoveryCodes.map(hashRecoveryCode), now: now() });
}

async function finishEnabling(
  context: AppContext,
  tx: Queries,
  user: User,
  { recoveryCodes, address, sessionToken }: Caller & { recoveryCodes: string[] },
): Promise<void> {
  await storeRecoveryCodes(context, tx, user, recoveryCodes);
  await deleteSessionsOfUser(tx, user.id, sessionToken === undefined ? undefined : hashToken(sessionToken));
  await note(context, tx, user, 'two-factor-enabled', address);
}

/** Turns it off for a user who proves who they are. Problems: conflict (it is off); those of `provePassword`. */
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
 * Turns it off for a person who has lost their second factor, and mails them; false when the account had none. It also deletes
 * their passkeys: a person who still has one can log in by it, and needs no help.
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
  const removed = { hadTwoFactor: wasOn, hadPasskeys: passkeys > 0 };
  const message = secondFactorRemovedMessage(removed, `${config.appUrl}/forgot-password`);
  await queueEmail({ config }, tx, { recipient: email, message, now });
  return true;
}

/** Replaces the recovery codes by new ones. Problems: conflict (it is off); those of `provePassword`. */
export function renewRecoveryCodes(
  context: AppContext,
  user: User,
  proof: OwnerProof,
  formToken?: FormToken,
): Promise<{ kind: 'renewed'; recoveryCodes: string[] } | Problem> {
  const recoveryCodes = createRecoveryCodes(formToken);
  return changeByPassword(context, user, proof, async (tx) => {
    if (!(await findTwoFactor(tx, user.id))) return isOff;
    if (await hasShown(tx, user, recoveryCodes)) return { kind: 'renewed', recoveryCodes };
    await storeRecoveryCodes(context, tx, user, recoveryCodes);
    await note(context, tx, user, 'recovery-codes-renewed', proof.address);
    return { kind: 'renewed', recoveryCodes };
  });
}

const isOn: Problem = { kind: 'conflict', message: 'Two-factor authentication is already on.' };

const isOff: Problem = { kind: 'conflict', message: 'Two-factor authentication is off.' };

/** Notes the change in the audit log, and mails the account's owner. */
async function note(
  context: AppContext,
  tx: Queries,
  { id, email }: User,
  kind: Extract<AuditKind, 'two-factor-enabled' | 'two-factor-disabled' | 'recovery-codes-renewed'>,
  address: string,
): Promise<void> {
  const now = context.now();
  await insertAuditEntry(tx, { kind, userId: id, address, now });
  const message = twoFactorMessage(kind, `${context.config.appUrl}/forgot-password`);
  await queueEmail(context, tx, { recipient: email, message, now });
}
