// Passkeys by Web Authentication Level 3 (W3C). `@simplewebauthn/server` checks signatures; it is loaded with the first use.
// User verification is always required, so a passkey is two factors: a device, and a finger, face or PIN.
import { isIP } from 'node:net';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { PasskeyCredential } from '~/db/accounts/passkeys';
import type { CreatedPasskey, PasskeySignature } from './passkey-shapes';

/** The identity of this server for authenticators. */
interface RelyingParty {
  /** The host name: a passkey works there and below, and nowhere else. */
  id: string;
  /** The origin of the pages on which passkeys are made and used. */
  origin: string;
}

/**
 * Undefined where browsers offer no passkeys: at an IP address, and without https except on localhost (WebAuthn, section 5.1.3,
 * and Secure Contexts, section 3.1).
 */
export function findRelyingParty({ appUrl }: { appUrl: string }): RelyingParty | undefined {
  const { hostname, origin, protocol } = new URL(appUrl);
  if (hostname.startsWith('[') || isIP(hostname) !== 0) return undefined;
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  return protocol === 'https:' || isLocal ? { id: hostname, origin } : undefined;
}

/** The COSE numbers of ES256 and, for older authenticators of Windows that lack it, RS256. */
const algorithms = [-7, -257];

/** How long a browser waits for the person, in milliseconds. */
const timeoutMs = 5 * 60_000;

/** Reads the challenge that a browser answered, in base64url; undefined when the answer cannot be read. */
export function readAnsweredChallenge({
  response,
}: {
  response: { clientDataJSON: string };
}): string | undefined {
  try {
    const client: unknown = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString());
    if (typeof client !== 'object' || client === null || !('challenge' in client)) return undefined;
    return typeof client.challenge === 'string' ? client.challenge : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a discoverable passkey names this user. One that names nobody is identified by its id alone. */
export function namesUser({ response: { userHandle } }: PasskeySignature, userId: string): boolean {
  return !userHandle || Buffer.from(userHandle, 'base64url').toString() === userId;
}

function describeCredential({ credentialId, transports }: PasskeyCredential) {
  // Browsers ignore transports that they do not know.
  return { id: credentialId, transports: transports as AuthenticatorTransportFuture[] };
}

type AuthenticatorTransportFuture = NonNullable<RegistrationResponseJSON['response']['transports']>[number];

/** Returns the options for making a passkey. `existing`: the account's passkeys, whose authenticators make no second one. */
export async function describeCreation(
  { id: rpID }: RelyingParty,
  challenge: string,
  { user, existing }: { user: { id: string; email: string; name: string }; existing: PasskeyCredential[] },
) {
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  return generateRegistrationOptions({
    rpName: 'Wicked Integrations',
    rpID,
    challenge: toBytes(challenge),
    userID: new TextEncoder().encode(user.id),
    userName: user.email,
    userDisplayName: user.name,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: existing.map(describeCredential),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    timeout: timeoutMs,
  });
}

/** Returns the options for signing with one of the passkeys `allowed`, or, without those, with any passkey of this server. */
export async function describeSignature(
  { id: rpID }: RelyingParty,
  challenge: string,
  allowed: PasskeyCredential[],
) {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  return generateAuthenticationOptions({
    rpID,
    challenge: toBytes(challenge),
    allowCredentials: allowed.map(describeCredential),
    userVerification: 'required',
    timeout: timeoutMs,
  });
}

function toBytes(base64url: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(base64url, 'base64url'));
}

/** The stored part of a new passkey. */
type CheckedPasskey = Omit<PasskeyCredential, 'id' | 'userId'> & {
  counter: number;
  isBackedUp: boolean;
};

/** Returns undefined for an answer to another challenge or server, without user verification, or that cannot be read. */
export async function checkCreation(
  { id: expectedRPID, origin: expectedOrigin }: RelyingParty,
  expectedChallenge: string,
  response: CreatedPasskey,
): Promise<CheckedPasskey | undefined> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  try {
    const { registrationInfo: made } = await verifyRegistrationResponse({
      response: (await leaveStatementOut(response)) as RegistrationResponseJSON,
      expectedChallenge,
      expectedOrigin,
      expectedRPID,
      supportedAlgorithmIDs: algorithms,
    });
    if (!made) return undefined;
    return {
      credentialId: made.credential.id,
      publicKey: Buffer.from(made.credential.publicKey).toString('base64url'),
      counter: made.credential.counter,
      transports: response.response.transports ?? [],
      isBackupEligible: made.credentialDeviceType === 'multiDevice',
      isBackedUp: made.credentialBackedUp,
    };
  } catch {
    return undefined;
  }
}

/**
 * Removes the attestation statement, which was not requested: nothing here trusts it, and to check it the library would call
 * addresses from a stranger's certificate.
 */
async function leaveStatementOut(response: CreatedPasskey): Promise<CreatedPasskey> {
  const { isoBase64URL, isoCBOR } = await import('@simplewebauthn/server/helpers');
  const object: unknown = isoCBOR.decodeFirst(isoBase64URL.toBuffer(response.response.attestationObject));
  const authData: unknown = object instanceof Map ? object.get('authData') : undefined;
  if (!(authData instanceof Uint8Array)) throw new Error('no authenticator data');
  const bare = new Map<string, string | Map<string, string> | Uint8Array>([
    ['fmt', 'none'],
    ['attStmt', new Map<string, string>()],
    ['authData', authData],
  ]);
  const attestationObject = isoBase64URL.fromBuffer(new Uint8Array(isoCBOR.encode(bare)));
  return { ...response, response: { ...response.response, attestationObject } };
}

/** Returns the signed counter and backup state; undefined when the signature is wrong. */
export async function checkSignature(
  { id: expectedRPID, origin: expectedOrigin }: RelyingParty,
  expectedChallenge: string,
  { response, credential }: { response: PasskeySignature; credential: PasskeyCredential },
): Promise<{ counter: number; isBackedUp: boolean } | undefined> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge,
      expectedOrigin,
      expectedRPID,
      credential: {
        id: credential.credentialId,
        publicKey: toBytes(credential.publicKey),
        // The update compares the stored counter, so that only one of two simultaneous logins is accepted.
        counter: 0,
      },
    });
    const isBackupEligible = authenticationInfo.credentialDeviceType === 'multiDevice';
    if (!verified || isBackupEligible !== credential.isBackupEligible) return undefined;
    return { counter: authenticationInfo.newCounter, isBackedUp: authenticationInfo.credentialBackedUp };
  } catch {
    return undefined;
  }
}
