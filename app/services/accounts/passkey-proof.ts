// A signed-in person proves again who they are, by a passkey instead of the password.
import { describeSignature, findRelyingParty } from '~/auth/passkeys/passkey';
import { createChallenge, type PasskeyChallenge } from '~/auth/passkeys/passkey-challenge-cookie';
import type { PasskeySignature } from '~/auth/passkeys/passkey-shapes';
import type { AppContext } from '~/context';
import { findPasskeyCredential, listPasskeyCredentials } from '~/db/accounts/passkeys';
import type { User } from '~/db/accounts/users';
import { insertAuditEntry } from '~/db/organizations/audit-entries';
import type { Problem } from '~/problem';
import { countPasskey } from '../limits/account-limits';
import type { SignatureOptions } from './passkey-login';
import { findSigned, takeSignature } from './passkey-signature';

/** Returns what a passkey of the account signs in this session. Problem: not-found (no passkey, or browsers have none here). */
export async function offerPasskeyProof(
  { config, db, now }: AppContext,
  user: User,
  sessionToken: string | undefined,
): Promise<{ kind: 'offered'; options: SignatureOptions; challenge: PasskeyChallenge } | Problem> {
  const party = findRelyingParty(config);
  const allowed = party ? await listPasskeyCredentials(db, { userId: user.id, host: party.id }) : [];
  if (!party || allowed.length === 0) return { kind: 'not-found' };
  const challenge = createChallenge('proof', sessionToken, now());
  return {
    kind: 'offered',
    options: await describeSignature(party, challenge.challenge, allowed),
    challenge,
  };
}

/** Checks that a passkey of the account signed one of this session's challenges. Problems: wrong-passkey, too-many-logins. */
export async function proveByPasskey(
  context: AppContext,
  user: User,
  response: PasskeySignature,
  {
    address,
    sessionToken,
    challenges,
  }: { address: string; sessionToken: string | undefined; challenges: PasskeyChallenge[] },
): Promise<{ kind: 'proven' } | Problem> {
  const retryAfterSeconds = countPasskey(context, address);
  if (retryAfterSeconds > 0) return { kind: 'too-many-logins', retryAfterSeconds };
  const credential = await findPasskeyCredential(context.db, response.id);
  const signed =
    credential?.userId === user.id
      ? await findSigned(context, { response, credential }, challenges, { purpose: 'proof', sessionToken })
      : undefined;
  const now = context.now();
  return context.db.transaction(async (tx): Promise<{ kind: 'proven' } | Problem> => {
    const taken = signed && (await takeSignature(tx, signed, now));
    if (taken?.kind === 'taken') return { kind: 'proven' };
    const detail = taken?.detail ?? 'Wrong passkey';
    await insertAuditEntry(tx, { kind: 'login-failed', userId: user.id, detail, address, now });
    return { kind: 'wrong-passkey' };
  });
}
