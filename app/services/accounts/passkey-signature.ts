// Checks what a passkey signed, for any purpose, and accepts each signature once.
import { checkSignature, findRelyingParty, namesUser, readAnsweredChallenge } from '~/auth/passkeys/passkey';
import { findAnswered, type PasskeyChallenge } from '~/auth/passkeys/passkey-challenge-cookie';
import type { PasskeySignature } from '~/auth/passkeys/passkey-shapes';
import { hashToken } from '~/auth/token';
import type { AppContext } from '~/context';
import {
  findPasskeyCredential,
  insertUsedChallenge,
  type PasskeyCredential,
  updatePasskeyUsed,
} from '~/db/accounts/passkeys';
import { findUser, type User } from '~/db/accounts/users';
import type { Queries } from '~/db/core/queries';

/** A signature that passed the check. */
export interface Signed {
  credential: PasskeyCredential;
  challenge: PasskeyChallenge;
  counter: number;
  isBackedUp: boolean;
  /** The host that the signature was made for. */
  host: string;
}

/** Checks a signature. Returns undefined when it is wrong, or answers none of the challenges for this purpose. */
export async function findSigned(
  { config }: Pick<AppContext, 'config'>,
  { response, credential }: { response: PasskeySignature; credential: PasskeyCredential },
  challenges: PasskeyChallenge[],
  purpose: Parameters<typeof findAnswered>[2],
): Promise<Signed | undefined> {
  const party = findRelyingParty(config);
  const challenge = findAnswered(challenges, readAnsweredChallenge(response), purpose);
  if (!party || !challenge || !namesUser(response, credential.userId)) return undefined;
  const checked = await checkSignature(party, challenge.challenge, { response, credential });
  return checked && { credential, challenge, host: party.id, ...checked };
}

/** Uses up the signature and returns the passkey's owner, or the reason for a refusal as the audit log states it. */
export async function takeSignature(
  tx: Queries,
  { credential, challenge, counter, isBackedUp, host }: Signed,
  now: number,
): Promise<{ kind: 'taken'; user: User } | { kind: 'refused'; detail: string }> {
  const challengeHash = hashToken(challenge.challenge);
  if (!(await insertUsedChallenge(tx, { challengeHash, expiresAt: challenge.until, now }))) {
    return { kind: 'refused', detail: 'Passkey: the same signature again' };
  }
  // The passkey may have been removed, or its owner deleted, while the signature was checked.
  const isThere = await findPasskeyCredential(tx, credential.credentialId);
  const user = isThere && (await findUser(tx, credential.userId));
  if (!user) return { kind: 'refused', detail: 'Unknown passkey' };
  if (!(await updatePasskeyUsed(tx, { id: credential.id, counter, isBackedUp, host, now }))) {
    const detail = 'Passkey: its counter did not grow, so there may be a copy of it';
    return { kind: 'refused', detail };
  }
  return { kind: 'taken', user };
}
