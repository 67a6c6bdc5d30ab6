// What a passkey signed, whatever it is for: checked, and counted once.
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

/** A signature that is what it should be. */
export interface Signed {
  credential: PasskeyCredential;
  challenge: PasskeyChallenge;
  counter: number;
  isBackedUp: boolean;
  /** The one that it was made for. */
  host: string;
}

/** Undefined when it answers none of the challenges for this purpose, or is not what it should be. */
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

/** Takes it, and answers the passkey's owner; or why not, as the audit says it. */
export async function takeSignature(
  tx: Queries,
  { credential, challenge, counter, isBackedUp, host }: Signed,
  now: number,
): Promise<{ kind: 'taken'; user: User } | { kind: 'refused'; detail: string }> {
  const challengeHash = hashToken(challenge.challenge);
  if (!(await insertUsedChallenge(tx, { challengeHash, expiresAt: challenge.until, now }))) {
    return { kind: 'refused', detail: 'Passkey: the same signature again' };
  }
  // It may have been removed, or its owner deleted, while the signature was checked.
  const isThere = await findPasskeyCredential(tx, credential.credentialId);
  const user = isThere && (await findUser(tx, credential.userId));
  if (!user) return { kind: 'refused', detail: 'Unknown passkey' };
  if (!(await updatePasskeyUsed(tx, { id: credential.id, counter, isBackedUp, host, now }))) {
    const detail = 'Passkey: its counter did not grow, so there may be a copy of it';
    return { kind: 'refused', detail };
  }
  return { kind: 'taken', user };
}
