// A signed-in person proves again who they are, before changes that a stolen session must not make: by their password, or by
// single sign-on or a passkey a moment ago.
import { findRelyingParty } from '~/auth/passkeys/passkey';
import type { AppContext } from '~/context';
import { findIdentity } from '~/db/accounts/identities';
import { countPasskeys } from '~/db/accounts/passkeys';
import { findCredentials, type User } from '~/db/accounts/users';
import type { Queries } from '~/db/core/queries';
import { passwordMissing } from '~/fields';
import type { Problem } from '~/problem';
import { clearPasswordProofs, countPasswordProof } from '../../limits/account-limits';

export interface OwnerProof {
  password?: string | undefined;
  /** Whether the person has proven this in this session, minutes ago (`hasProof`), so that no password is needed. */
  isFresh?: boolean | undefined;
  /** The caller's network address. */
  address: string;
}

/** The ways in which a person can prove who they are, and whether they just have. */
interface ProofState {
  isFresh: boolean;
  /** False for an account that came in by single sign-on, until it sets a password. */
  hasPassword: boolean;
  /** Whether the account is connected with the provider. */
  hasSingleSignOn: boolean;
  hasPasskeys: boolean;
}

export async function describeProof(
  { config, db }: Pick<AppContext, 'config' | 'db'>,
  user: Pick<User, 'id' | 'email'>,
  isFresh: boolean,
): Promise<ProofState> {
  const { singleSignOn } = config;
  const host = findRelyingParty(config)?.id;
  const identity = singleSignOn && { userId: user.id, issuer: singleSignOn.issuer };
  return {
    isFresh,
    hasPassword: await hasPassword(db, user),
    hasSingleSignOn: identity !== undefined && (await findIdentity(db, identity)) !== undefined,
    hasPasskeys: host !== undefined && (await countPasskeys(db, user.id, host)) > 0,
  };
}

export async function hasPassword(db: Queries, { email }: Pick<User, 'email'>): Promise<boolean> {
  return Boolean((await findCredentials(db, email))?.passwordHash);
}

/** Returns the stored hash. Problems: proof-needed (no password was sent), wrong-password, no-password, too-many-logins. */
export async function provePassword(
  context: AppContext,
  user: User,
  { password, isFresh, address }: OwnerProof,
): Promise<{ kind: 'proven'; passwordHash: string } | Problem> {
  if (isFresh) {
    const stored = await findCredentials(context.db, user.email);
    return { kind: 'proven', passwordHash: stored?.passwordHash ?? '' };
  }
  const passwordHash = (await findCredentials(context.db, user.email))?.passwordHash ?? '';
  if (passwordHash === '') return { kind: 'no-password' };
  // No password was tried, so nothing is counted: the person's next try must not be refused because of it.
  if (password === undefined) return { kind: 'proof-needed', fields: { currentPassword: [passwordMissing] } };
  const retryAfterSeconds = countPasswordProof(context, user.id, address);
  if (retryAfterSeconds > 0) return { kind: 'too-many-logins', retryAfterSeconds };
  if (!(await context.passwords.verify(password, passwordHash))) return { kind: 'wrong-password' };
  clearPasswordProofs(context, user.id);
  return { kind: 'proven', passwordHash };
}

/**
 * Does the work in one transaction, for a user who proves who they are. `admit` runs between the two, for a limit that counts
 * only what was proven. Problems: those of {@link provePassword}, of `admit` and of the work.
 */
export async function changeByPassword<Outcome>(
  context: AppContext,
  user: User,
  proof: OwnerProof,
  work: (tx: Queries) => Promise<Outcome | Problem>,
  admit: () => Problem | undefined = () => undefined,
): Promise<Outcome | Problem> {
  const proven = await provePassword(context, user, proof);
  if (proven.kind !== 'proven') return proven;
  const refusal = admit();
  if (refusal) return refusal;
  const outcome = await context.db.transaction(async (tx): Promise<Outcome | Problem> => {
    // The password may have been changed while this one was checked.
    const stored = (await findCredentials(tx, user.email))?.passwordHash;
    return stored === proven.passwordHash ? work(tx) : { kind: 'wrong-password' };
  });
  context.wake();
  return outcome;
}
