// Logs a person in by a passkey instead of a password and a second factor: a passkey counts as both.
import { describeSignature, findRelyingParty } from '~/auth/passkeys/passkey';
import { createChallenge, type PasskeyChallenge } from '~/auth/passkeys/passkey-challenge-cookie';
import type { PasskeySignature } from '~/auth/passkeys/passkey-shapes';
import type { AppContext } from '~/context';
import {
  countPasskeys,
  findPasskeyCredential,
  hasPasskeys,
  listPasskeyCredentials,
} from '~/db/accounts/passkeys';
import type { Queries } from '~/db/core/queries';
import { insertAuditEntry, replaceAuditEntry } from '~/db/organizations/audit-entries';
import type { Problem } from '~/problem';
import { countPasskey } from '../limits/account-limits';
import { countGuestEntry } from '../limits/guest-entries';
import { beginSession, type LoggedIn, type LoginCaller, type ProvenPassword } from './login';
import { findSigned, type Signed, takeSignature } from './passkey-signature';

/**
 * Checks whether the log-in page offers passkeys: browsers have them here, and the named user, or anybody, has one. Where
 * single sign-on is the only way in, a passkey is only a second factor: it must not let in a person removed at the provider.
 */
export async function isPasskeyLoginOffered(
  { config, db }: Pick<AppContext, 'config' | 'db'>,
  userId?: string,
): Promise<boolean> {
  const host = findRelyingParty(config)?.id;
  if (host === undefined) return false;
  if (userId !== undefined) return (await countPasskeys(db, userId, host)) > 0;
  return config.passwordLogin && (await hasPasskeys(db, host));
}

/** A caller who asks for a session by a passkey. */
interface PasskeyCaller extends LoginCaller {
  /** The person who has already proven who they are and is asked for the second factor. */
  pending?: Pick<ProvenPassword, 'userId' | 'by' | 'sessionMs'> | undefined;
}

export type SignatureOptions = Awaited<ReturnType<typeof describeSignature>>;

/**
 * Returns what a browser signs: by any passkey that it has of this server, or by one of the user's whose password was right.
 * The challenge goes into a cookie, and nothing is stored. Problem: not-found (browsers have no passkeys here).
 */
export async function offerPasskeyLogin(
  context: AppContext,
  userId?: string,
): Promise<{ kind: 'offered'; options: SignatureOptions; challenge: PasskeyChallenge } | Problem> {
  const party = findRelyingParty(context.config);
  if (!party) return { kind: 'not-found' };
  const challenge = createChallenge('login', undefined, context.now());
  const allowed =
    userId === undefined ? [] : await listPasskeyCredentials(context.db, { userId, host: party.id });
  const options = await describeSignature(party, challenge.challenge, allowed);
  return { kind: 'offered', options, challenge };
}

/**
 * Starts a session for the owner of a passkey that signed one of the challenges. Problems: wrong-passkey, unverified-email,
 * too-many-logins, password-login-off (the person must log in by single sign-on first).
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
  const signed =
    credential && (await findSigned(context, { response, credential }, challenges, { purpose: 'login' }));
  const now = context.now();
  const isAlone = credential?.userId !== caller.pending?.userId;
  if (signed && isAlone && !context.config.passwordLogin) {
    return { kind: 'password-login-off', message: 'Log in with single sign-on first.' };
  }
  if (!credential || !signed) {
    const detail = credential ? 'Wrong passkey' : 'Unknown passkey';
    const failed = { kind: 'login-failed', userId: credential?.userId, detail } as const;
    await replaceAuditEntry(context.db, countGuestEntry(context, { ...failed, address, now }));
    return { kind: 'wrong-passkey' };
  }
  const { by, sessionMs } = (isAlone ? undefined : caller.pending) ?? {};
  const limited = sessionMs === undefined ? caller : { ...caller, sessionMs };
  return context.db.transaction((tx) => finishLogin(tx, { signed, caller: limited, by, now }));
}

interface Finish {
  signed: Signed;
  caller: LoginCaller;
  /** The name of the proof before the passkey, where it was no password. */
  by: string | undefined;
  now: number;
}

async function finishLogin(tx: Queries, { signed, caller, by, now }: Finish): Promise<LoggedIn | Problem> {
  const { userId } = signed.credential;
  const refuse = async (detail: string, problem: Problem) => {
    await insertAuditEntry(tx, { kind: 'login-failed', userId, detail, address: caller.address, now });
    return problem;
  };
  const taken = await takeSignature(tx, signed, now);
  if (taken.kind === 'refused') return refuse(taken.detail, { kind: 'wrong-passkey' });
  if (!taken.user.emailVerified) return refuse('Email not verified', { kind: 'unverified-email' });
  return beginSession(tx, taken.user, caller, now, by === undefined ? 'Passkey' : `${by}, passkey`);
}
