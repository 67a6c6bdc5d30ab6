import { createSession, endSession } from '~/auth/session';
import type { AppContext } from '~/context';
import type { User } from '~/db/accounts/users';
import { addPasskey, offerPasskey } from '~/services/accounts/passkeys';
import { type Authenticator, createAuthenticator } from './authenticator';

const address = '192.0.2.1';

/** Has an authenticator make a passkey for an account, as the screen does, by default in a session of its own. */
export async function givePasskey(
  context: AppContext,
  user: User,
  {
    password,
    name = 'Phone',
    authenticator = createAuthenticator(),
    sessionToken,
  }: {
    password: string;
    name?: string;
    authenticator?: Authenticator;
    sessionToken?: string;
  },
): Promise<Authenticator> {
  const session = { userId: user.id, userAgent: null, address, now: context.now() };
  const token = sessionToken ?? (await createSession(context.db, session));
  const caller = { address, sessionToken: token };
  const offered = await offerPasskey(context, user, password, caller);
  if (offered.kind !== 'offered') throw new Error(offered.kind);
  const response = authenticator.create(offered.options);
  const challenges = [offered.challenge];
  const outcome = await addPasskey(context, user, { name, response }, { ...caller, challenges });
  if (outcome.kind !== 'added') throw new Error(outcome.kind);
  if (sessionToken === undefined) await endSession(context.db, token);
  return authenticator;
}
