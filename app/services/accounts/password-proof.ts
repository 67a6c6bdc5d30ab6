// A signed-in person proves that they know their password, before what a stolen session must not do.
import type { AppContext } from '~/context';
import { findCredentials, type User } from '~/db/accounts/users';
import type { Queries } from '~/db/core/queries';
import type { Problem } from '~/problem';
import { clearPasswordProofs, countPasswordProof } from '../limits/account-limits';

export interface PasswordProof {
  password: string;
  /** The caller's network address. */
  address: string;
}

/** Whether the account has a password; one that came in by single sign-on has none until it sets one. */
export async function hasPassword(db: Queries, { email }: Pick<User, 'email'>): Promise<boolean> {
  return Boolean((await findCredentials(db, email))?.passwordHash);
}

/** Answers the hash that the password fits. Problems: wrong-password, no-password, too-many-logins. */
export async function provePassword(
  context: AppContext,
  user: User,
  { password, address }: PasswordProof,
): Promise<{ kind: 'proven'; passwordHash: string } | Problem> {
  const retryAfterSeconds = countPasswordProof(context, user.id, address);
  if (retryAfterSeconds > 0) return { kind: 'too-many-logins', retryAfterSeconds };
  const passwordHash = (await findCredentials(context.db, user.email))?.passwordHash ?? '';
  if (passwordHash === '') return { kind: 'no-password' };
  if (!(await context.passwords.verify(password, passwordHash))) return { kind: 'wrong-password' };
  clearPasswordProofs(context, user.id);
  return { kind: 'proven', passwordHash };
}

/** Does it in one transaction, for a user who knows the password. Problems: those of {@link provePassword}. */
export async function changeByPassword<Outcome>(
  context: AppContext,
  user: User,
  proof: PasswordProof,
  work: (tx: Queries) => Promise<Outcome | Problem>,
): Promise<Outcome | Problem> {
  const proven = await provePassword(context, user, proof);
  if (proven.kind !== 'proven') return proven;
  const outcome = await context.db.transaction(async (tx): Promise<Outcome | Problem> => {
    // It may have been changed while this one was checked.
    const stored = (await findCredentials(tx, user.email))?.passwordHash;
    return stored === proven.passwordHash ? work(tx) : { kind: 'wrong-password' };
  });
  context.wake();
  return outcome;
}
