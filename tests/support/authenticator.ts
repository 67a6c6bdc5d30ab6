// An authenticator made of software: what a phone or a key does with a passkey (WebAuthn Level 3, sections 6.1 and 6.3), with all
// that can be wrong with it.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { CreatedPasskey, PasskeySignature } from '~/auth/passkeys/passkey-shapes';

interface Answer {
  origin?: string;
  rpId?: string;
  challenge?: string;
  /** Whether it asked for a finger, face or PIN. */
  isVerified?: boolean;
  counter?: number;
  isBackupEligible?: boolean;
  isBackedUp?: boolean;
}

interface Creation {
  challenge: string;
  rp: { id?: string | undefined };
  user: { id: string };
}

interface Signing {
  challenge: string;
  rpId?: string | undefined;
}

export interface Authenticator {
  /** In base64url. */
  credentialId: string;
  /** Makes its passkey. `statement` is what it says of itself. */
  create(options: Creation, answer?: Answer & { statement?: Map<string, unknown> }): CreatedPasskey;
  sign(options: Signing, answer?: Answer & { userHandle?: string | null }): PasskeySignature;
}

export function createAuthenticator({
  origin = 'http://localhost:3000',
  doesCount = true,
} = {}): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  const id = credentialId.toString('base64url');
  let counter = 0;
  let userHandle: string | undefined;

  function describeClient(type: string, challenge: string, answer: Answer): Buffer {
    const client = { type, challenge: answer.challenge ?? challenge, origin: answer.origin ?? origin };
    return Buffer.from(JSON.stringify({ ...client, crossOrigin: false }));
  }

  function writeData(rpId: string, answer: Answer, attested?: Buffer): Buffer {
    const { isVerified = true, isBackupEligible = false, isBackedUp = false } = answer;
    if (doesCount) counter += 1;
    const flags =
      1 | (isVerified ? 4 : 0) | (isBackupEligible ? 8 : 0) | (isBackedUp ? 16 : 0) | (attested ? 64 : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(answer.counter ?? counter);
    const hash = createHash('sha256')
      .update(answer.rpId ?? rpId)
      .digest();
    return Buffer.concat([hash, Buffer.from([flags]), count, attested ?? Buffer.alloc(0)]);
  }

  return {
    credentialId: id,
    create(options, { statement, ...answer } = {}) {
      userHandle = options.user.id;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, writeCoseKey(publicKey)]);
      const object = new Map<string, unknown>([
        ['fmt', statement ? 'packed' : 'none'],
        ['attStmt', statement ?? new Map()],
        ['authData', new Uint8Array(writeData(options.rp.id ?? '', answer, attested))],
      ]);
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: toText(describeClient('webauthn.create', options.challenge, answer)),
          attestationObject: toText(isoCBOR.encode(object as Parameters<typeof isoCBOR.encode>[0])),
          transports: ['internal', 'hybrid'],
        },
      };
    },
    sign(options, answer = {}) {
      const data = writeData(options.rpId ?? '', answer);
      const client = describeClient('webauthn.get', options.challenge, answer);
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: toText(client),
          authenticatorData: toText(data),
          signature: toText(sign('sha256', signed, privateKey)),
          userHandle: answer.userHandle === undefined ? userHandle : answer.userHandle,
        },
      };
    },
  };
}

/** RFC 9053, sections 2.1 and 7.1.1: ES256 on P-256. */
function writeCoseKey(key: KeyObject): Uint8Array {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, toBytes(x)],
      [-3, toBytes(y)],
    ]),
  );
}

function toBytes(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'base64url'));
}

function toText(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url');
}
