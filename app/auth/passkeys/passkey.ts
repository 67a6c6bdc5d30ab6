// Passkeys: the W3C's Web Authentication, Level 3. What is signed is checked by `@simplewebauthn/server`, which is loaded when the
// first one is used. User verification is always asked for, so a passkey is two factors: a thing, and a finger, face or PIN.
import { isIP } from 'node:net';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { PasskeyCredential } from '~/db/accounts/passkeys';
import type { CreatedPasskey, PasskeySignature } from './passkey-shapes';

/** As whom the server appears to authenticators. */
export interface RelyingParty {
  /** The host name: a passkey works there and below, and nowhere else. */
  id: string;
  /** That of the pages on which passkeys are made and used. */
  origin: string;
}

/**
 * Undefined where browsers have no passkeys: at an IP address, and without https elsewhere than on the machine itself (WebAuthn,
 * section 5.1.3, and Secure Contexts, section 3.1).
 */
export function findRelyingParty({ appUrl }: { appUrl: string }): RelyingParty | undefined {
  const { hostname, origin, protocol } = new URL(appUrl);
  if (hostname.startsWith('[') || isIP(hostname) !== 0) return undefined;
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  return protocol === 'https:' || isLocal ? { id: hostname, origin } : undefined;
}

/** COSE's numbers of ES256, which every authenticator has but the older ones of Windows, and RS256, which those have. */
const algorithms = [-7, -257];

/** How long a browser waits for its owner. */
const timeoutMs = 5 * 60_000;

/** The challenge that a browser answered, in base64url; undefined when it makes no sense. */
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

/** Whether the user that a discoverable passkey names is this one; those that name nobody are known by their id. */
export function namesUser({ response: { userHandle } }: PasskeySignature, userId: string): boolean {
  return !userHandle || Buffer.from(userHandle, 'base64url').toString() === userId;
}

function describeCredential({ credentialId, transports }: PasskeyCredential) {
  // What one browser says of them, another passes over where it does not know it.
  return { id: credentialId, transports: transports as AuthenticatorTransportFuture[] };
}

type AuthenticatorTransportFuture = NonNullable<RegistrationResponseJSON['response']['transports']>[number];

/** What a browser makes a passkey by. `existing` are those of the account: their authenticators make no second one. */
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

/** What a browser signs by; with one of `allowed`, or where those are not known with any that it has of this server. */
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

/** What is kept of a new passkey. */
export type CheckedPasskey = Omit<PasskeyCredential, 'id' | 'userId'> & {
  counter: number;
  isBackedUp: boolean;
};

/** Undefined when the answer is not to this challenge, not of this server, not verified, or makes no sense. */
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
 * Takes the attestation statement out, which was not asked for: nobody trusts it here, and the library would ask the addresses in a
 * stranger's certificate whether that was revoked.
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

/** The counter and the backup state that were signed; undefined when the signature is not what it should be. */
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
        // The stored one is compared where it is replaced, so that of two that come at once one counts.
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
