// Logs in by a passkey, in place of the password and of what follows it: a passkey is two factors.
import {
  checkSignature,
  describeSignature,
  findRelyingParty,
  namesUser,
  readAnsweredChallenge,
} from '~/auth/passkeys/passkey';
import { createChallenge, type PasskeyChallenge } from '~/auth/passkeys/passkey-challenge-cookie';
import type { PasskeySignature } from '~/auth/passkeys/passkey-shapes';
import { hashToken } from '~/auth/token';
import type { AppContext } from '~/context';
import {
  countPasskeys,
  findPasskeyCredential,
  hasPasskeys,
  insertUsedChallenge,
  listPasskeyCredentials,
  type PasskeyCredential,
  updatePasskeyUsed,
} from '~/db/accounts/passkeys';
import { findUser } from '~/db/accounts/users';
import type { Queries } from '~/db/core/queries';
import { insertAudit } from '~/db/organizations/audit';
import type { Problem } from '~/problem';
import { countPasskey } from '../limits/account-limits';
import { beginSession, type LoggedIn, type LoginCaller } from './login';

/**
 * Whether the log-in offers it: where browsers have passkeys and anybody, or the user who is named, has one. Where single sign-on is
 * the only way in, a passkey is a second factor alone: who was removed at the provider shall not come in past it.
 */
export async function isPasskeyLoginOffered(
  { config, db }: Pick<AppContext, 'config' | 'db'>,
  userId?: string,
): Promise<boolean> {
  if (!findRelyingParty(config)) return false;
  if (userId !== undefined) return (await countPasskeys(db, userId)) > 0;
  return config.passwordLogin && (await hasPasskeys(db));
}

/** Who asks for a session by a passkey. */
export interface PasskeyCaller extends LoginCaller {
  /** Who has proven who they are before, and is asked for the second factor. */
  pendingUserId?: string | undefined;
}

export type SignatureOptions = Awaited<ReturnType<typeof describeSignature>>;

/**
 * What a browser is to sign: by any passkey that it has of this server, or by one of the user's whose password was right. The
 * challenge goes into a cookie, and nothing is stored. Problem: not-found (browsers have no passkeys here).
 */
export async function offerPasskeyLogin(
  context: AppContext,
  userId?: string,
): Promise<{ kind: 'offered'; options: SignatureOptions; challenge: PasskeyChallenge } | Problem> {
  const party = findRelyingParty(context.config);
  if (!party) return { kind: 'not-found' };
  const challenge = createChallenge(null, context.now());
  const allowed = userId === undefined ? [] : await listPasskeyCredentials(context.db, userId);
  const options = await describeSignature(party, challenge.challenge, allowed);
  return { kind: 'offered', options, challenge };
}

/**
 * Starts a session for the owner of a passkey that signed one of the challenges. Problems: wrong-passkey, unverified-email,
 * too-many-logins, password-login-off (single sign-on comes first).
 */
export async function logInByPasskey(
  context: AppContext,
  response: PasskeySignature,
  challenges: PasskeyChallenge[],
  caller: PasskeyCaller,
): Promise<LoggedIn | Problem> {
  const { address } = caller;
  const retryAfterSeconds = countPasskey(context, address);
  if (retryAfterSeconds > 0) return { kind: 'too-many-logins', retryAfterSeconds };
  const credential = await findPasskeyCredential(context.db, response.id);
  const signed = credential && (await findSigned(context, { response, challenges, credential }));
  const now = context.now();
  const isAlone = credential?.userId !== caller.pendingUserId;
  if (signed && isAlone && !context.config.passwordLogin) {
    return { kind: 'password-login-off', message: 'Log in with single sign-on first.' };
  }
  if (!credential || !signed) {
    await insertAudit(context.db, {
      kind: 'login-failed',
      detail: credential ? 'Wrong passkey' : 'Unknown passkey',
      ...(credential && { userId: credential.userId }),
      address,
      now,
    });
    return { kind: 'wrong-passkey' };
  }
  return context.db.transaction((tx) => finishLogin(tx, { credential, signed, caller, now }));
}

interface Signed {
  challenge: PasskeyChallenge;
  counter: number;
  isBackedUp: boolean;
}

async function findSigned(
  { config }: AppContext,
  {
    response,
    challenges,
    credential,
  }: { response: PasskeySignature; challenges: PasskeyChallenge[]; credential: PasskeyCredential },
): Promise<Signed | undefined> {
  const party = findRelyingParty(config);
  const answered = readAnsweredChallenge(response);
  const challenge = challenges.find((each) => each.challenge === answered && each.sessionHash === null);
  if (!party || !challenge || !namesUser(response, credential.userId)) return undefined;
  const checked = await checkSignature(party, challenge.challenge, { response, credential });
  return checked && { challenge, ...checked };
}

interface Finish {
  credential: PasskeyCredential;
  signed: Signed;
  caller: LoginCaller;
  now: number;
}

async function finishLogin(
  tx: Queries,
  { credential, signed, caller, now }: Finish,
): Promise<LoggedIn | Problem> {
  const { id, userId } = credential;
  const { challenge, counter, isBackedUp } = signed;
  const refuse = async (detail: string, problem: Problem) => {
    await insertAudit(tx, { kind: 'login-failed', userId, detail, address: caller.address, now });
    return problem;
  };
  const challengeHash = hashToken(challenge.challenge);
  if (!(await insertUsedChallenge(tx, { challengeHash, expiresAt: challenge.until, now }))) {
    return refuse('Passkey: the same signature again', { kind: 'wrong-passkey' });
  }
  // It may have been removed, or its owner deleted, while the signature was checked.
  const user = (await findPasskeyCredential(tx, credential.credentialId)) && (await findUser(tx, userId));
  if (!user) return refuse('Unknown passkey', { kind: 'wrong-passkey' });
  if (!(await updatePasskeyUsed(tx, { id, counter, isBackedUp, now }))) {
    return refuse('Passkey: its counter did not grow, so there may be a copy of it', {
      kind: 'wrong-passkey',
    });
  }
  if (!user.emailVerified) return refuse('Email not verified', { kind: 'unverified-email' });
  return beginSession(tx, user, caller, now, 'Passkey');
}
