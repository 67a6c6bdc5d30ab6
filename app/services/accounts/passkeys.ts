// Users add, rename and remove the passkeys of their own account.
import {
  checkCreation,
  describeCreation,
  findRelyingParty,
  readAnsweredChallenge,
} from '~/auth/passkeys/passkey';
import {
  createChallenge,
  findAnswered,
  type PasskeyChallenge,
} from '~/auth/passkeys/passkey-challenge-cookie';
import type { CreatedPasskey } from '~/auth/passkeys/passkey-shapes';
import { findSessionRest } from '~/auth/session';
import { hashToken } from '~/auth/token';
import type { AppContext } from '~/context';
import {
  countPasskeys,
  deletePasskey,
  findPasskeyCredential,
  insertPasskey,
  insertUsedChallenge,
  listPasskeyCredentials,
  listPasskeys,
  updatePasskeyName,
  worksUnder,
} from '~/db/accounts/passkeys';
import { deleteSessionsOfUser } from '~/db/accounts/sessions';
import { findTwoFactor } from '~/db/accounts/two-factor';
import type { User } from '~/db/accounts/users';
import type { Queries } from '~/db/core/queries';
import { insertAuditEntry } from '~/db/organizations/audit-entries';
import { passkeyMessage } from '~/email/account-messages';
import type { Problem } from '~/problem';
import { queueEmail } from '../mail';
import { changeByPassword, type OwnerProof } from './proof/password-proof';

/** The maximum number of passkeys of an account. A person has no use for more, and the second step of a log-in names each. */
export const maxPasskeys = 20;

interface Caller extends Pick<OwnerProof, 'address' | 'isFresh'> {
  /** The token of the session that stays when the others end. */
  sessionToken: string | undefined;
}

export type CreationOptions = Awaited<ReturnType<typeof describeCreation>>;

/**
 * Returns what a browser needs to make a passkey, for a user who proves who they are. The challenge goes into a cookie, and is
 * valid in this session only. Problems: conflict (there are too many, or browsers have no passkeys here); those of
 * `provePassword`.
 */
export async function offerPasskey(
  context: AppContext,
  user: User,
  password: string | undefined,
  { address, sessionToken, isFresh }: Caller,
): Promise<{ kind: 'offered'; options: CreationOptions; challenge: PasskeyChallenge } | Problem> {
  const party = findRelyingParty(context.config);
  if (!party) return { kind: 'conflict', message: describeAbsence(context.config) };
  const existing = await changeByPassword(context, user, { password, isFresh, address }, async (tx) => {
    const credentials = await listPasskeyCredentials(tx, { userId: user.id, host: party.id });
    return (await countPasskeys(tx, user.id)) < maxPasskeys
      ? { kind: 'known' as const, credentials }
      : tooMany;
  });
  if (existing.kind !== 'known') return existing;
  const challenge = createChallenge('creation', sessionToken, context.now());
  const options = await describeCreation(party, challenge.challenge, {
    user: { id: user.id, email: user.email, name: `${user.firstName} ${user.lastName}` },
    existing: existing.credentials,
  });
  return { kind: 'offered', options, challenge };
}

/**
 * Stores a passkey that a browser made from what `offerPasskey` returned. Every other session ends, and the owner is mailed.
 * Problems: wrong-passkey, conflict (there are too many, or it is known already), invalid-token (the session has ended meanwhile).
 */
export async function addPasskey(
  context: AppContext,
  user: User,
  { name, response }: { name: string; response: CreatedPasskey },
  { address, sessionToken, challenges }: Caller & { challenges: PasskeyChallenge[] },
): Promise<{ kind: 'added' } | Problem> {
  const party = findRelyingParty(context.config);
  const answered = readAnsweredChallenge(response);
  const challenge = findAnswered(challenges, answered, { purpose: 'creation', sessionToken });
  const made = party && challenge && (await checkCreation(party, challenge.challenge, response));
  if (!made) return { kind: 'wrong-passkey' };
  const now = context.now();
  const outcome = await context.db.transaction(async (tx): Promise<{ kind: 'added' } | Problem> => {
    if ((await findSessionRest(tx, sessionToken, { userId: user.id, now })) === undefined) {
      return { kind: 'invalid-token' };
    }
    const challengeHash = hashToken(challenge.challenge);
    if (!(await insertUsedChallenge(tx, { challengeHash, expiresAt: challenge.until, now }))) {
      return { kind: 'wrong-passkey' };
    }
    if ((await countPasskeys(tx, user.id)) >= maxPasskeys) return tooMany;
    if (await findPasskeyCredential(tx, made.credentialId)) {
      return { kind: 'conflict', message: 'This passkey is known already.' };
    }
    const id = await insertPasskey(tx, { ...made, userId: user.id, name, host: party.id, now });
    await endOthersAndTell(context, tx, user, { kind: 'passkey-added', id, name, address, sessionToken });
    return { kind: 'added' };
  });
  if (outcome.kind === 'added') context.wake();
  return outcome;
}

/** Renames a passkey. Problem: not-found. */
export async function renamePasskey(
  context: AppContext,
  user: User,
  { id, name }: { id: string; name: string },
  address: string,
): Promise<{ kind: 'renamed' } | Problem> {
  const now = context.now();
  return context.db.transaction(async (tx): Promise<{ kind: 'renamed' } | Problem> => {
    if (!(await updatePasskeyName(tx, user.id, { id, name }))) return { kind: 'not-found' };
    await insertAuditEntry(tx, {
      kind: 'passkey-renamed',
      userId: user.id,
      subjectId: id,
      detail: name,
      address,
      now,
    });
    return { kind: 'renamed' };
  });
}

/**
 * Removes a passkey of a user who proves who they are. Every other session ends, and the owner is mailed. Problems: not-found,
 * conflict (it is all that is left of the second factor); those of `provePassword`.
 */
export function removePasskey(
  context: AppContext,
  user: User,
  id: string,
  proof: OwnerProof & Caller,
): Promise<{ kind: 'removed' } | Problem> {
  const { address, sessionToken } = proof;
  const host = findRelyingParty(context.config)?.id;
  return changeByPassword(context, user, proof, async (tx) => {
    const passkeys = await listPasskeys(tx, user.id);
    const passkey = passkeys.find((each) => each.id === id);
    if (!passkey) return { kind: 'not-found' };
    const factor = await findTwoFactor(tx, user.id);
    const others = passkeys.filter((each) => each !== passkey && worksUnder(each, host));
    const isLast = worksUnder(passkey, host) && others.length === 0;
    if (isLast && factor && factor.secret === null) return lastOne;
    await deletePasskey(tx, user.id, id);
    const { name } = passkey;
    await endOthersAndTell(context, tx, user, { kind: 'passkey-removed', id, name, address, sessionToken });
    return { kind: 'removed' };
  });
}

const tooMany: Problem = {
  kind: 'conflict',
  message: `An account has ${maxPasskeys} passkeys at most. Remove one first.`,
};

const lastOne: Problem = {
  kind: 'conflict',
  message:
    'This passkey is your second factor. Add another one or an authenticator app first, or turn two-factor authentication off.',
};

/** Says why this server has no passkeys. */
export function describeAbsence({ appUrl }: { appUrl: string }): string {
  return `Passkeys work only on servers with a host name and https. The address of this server is ${appUrl}.`;
}

interface Change extends Caller {
  kind: 'passkey-added' | 'passkey-removed';
  id: string;
  name: string;
}

/** Ends the other sessions, which may have begun with the password alone or with the lost passkey, and mails the owner. */
async function endOthersAndTell(
  context: AppContext,
  tx: Queries,
  user: User,
  { kind, id, name, address, sessionToken }: Change,
): Promise<void> {
  const now = context.now();
  await deleteSessionsOfUser(tx, user.id, sessionToken === undefined ? undefined : hashToken(sessionToken));
  await insertAuditEntry(tx, { kind, userId: user.id, subjectId: id, detail: name, address, now });
  const message = passkeyMessage(kind, name, `${context.config.appUrl}/forgot-password`);
  await queueEmail(context, tx, { recipient: user.email, message, now });
}
