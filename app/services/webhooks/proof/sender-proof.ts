// Checks whether a delivery proves the secret in the way that its trigger requires, and in no other.
import { createHash, createHmac, verify } from 'node:crypto';
import { keccak_256 } from '@noble/hashes/sha3';
import { isSame } from '~/auth/constant-time';
import type { Proof, SignatureProof } from '~/engine/senders/proof';
import { readBraintreeKey } from './braintree-key';
import { areFieldsSigned, isInBody, isBodyOf, openFields, readHex } from './body-fields';
import { findDetachedTime } from './detached-proof';
import { findPlaidTime } from './plaid-proof';
import { findKeyAddress, isProvenByKeys } from './public-key-proof';
import { type KeyAddress, readPublicKey, type SenderKey } from './sender-key';
import { findSealTime, isSealProven } from './sealed-body';
import type { SignedRequest } from './signed-request';
import { isInQuery, isTimeSigned, listSignedParts, readParameter } from './signed-text';
import { isToken } from './token-proof';
import { isFromAppStore } from './app-store-proof';
import { isRecent, readSigningTime } from './signing-time';
import { isBodySigned, isDeliveryAuthentic, isStandardSigned, isStandardWebhook } from './webhook-signature';

/** The limit of checked signatures: senders that change their secret send two, and a check by public key costs time. */
const maxSignatures = 8;

/** Returns the kept keys that a sender publishes at an address. */
export type FindKeys = (address: KeyAddress) => readonly SenderKey[] | undefined;

/**
 * Checks whether a request proves the secret. `now` in milliseconds since 1970. Texts are compared in constant time, which does
 * not tell where they differ. A signature by a published key counts only when `findKeys` returns that key.
 */
export function isProven(
  request: SignedRequest,
  proof: Proof,
  secret: string,
  now: number,
  findKeys: FindKeys = () => undefined,
): boolean {
  switch (proof.kind) {
    case 'auto':
      return isDeliveryAuthentic(request, secret, now);
    case 'standard-webhooks':
      return isStandardWebhook(request, secret, now);
    case 'signature':
      return proof.orStandard && isStandardSigned(request)
        ? isStandardWebhook(request, secret, now)
        : isSigned(request, proof, secret, now);
    case 'token':
      return isSame(request.header(proof.header) ?? '', `${proof.prefix ?? ''}${secret}`);
    case 'query':
      return isInQuery(request, proof.name, secret);
    case 'basic':
      return isBasic(request.header('authorization') ?? '', proof.username, secret);
    case 'field':
      return isInBody(request, proof, secret);
    case 'fields':
      return areFieldsSigned(request, proof, secret, (time) =>
        isRecent(time, proof.toleranceSeconds ?? 0, now),
      );
    case 'jwt':
      return isToken(request, proof, secret, now);
    case 'sealed':
      return isSealProven(request, proof, secret, now);
    case 'app-store':
      return isFromAppStore(request, secret, now);
    case 'jwks':
    case 'detached':
    case 'key-set':
    case 'plaid':
    case 'paypal':
    case 'sns': {
      const address = findKeyAddress(request, proof, secret);
      const keys = address === undefined ? undefined : findKeys(address);
      return keys !== undefined && isProvenByKeys(request, proof, { keys, secret, now });
    }
  }
}

/** Checks whether the body must be read before the proof can be judged. */
export function needsBody(proof: Proof, header: SignedRequest['header']): boolean {
  switch (proof.kind) {
    case 'auto':
      return isBodySigned({ header });
    case 'standard-webhooks':
      return isStandardSigned({ header });
    case 'signature':
      return (
        proof.in !== undefined ||
        header(proof.header) !== undefined ||
        (proof.orStandard === true && isStandardSigned({ header }))
      );
    case 'jwt':
    case 'jwks':
      if (proof.path !== undefined) return true;
      return proof.bodyClaim !== undefined && header(proof.header) !== undefined;
    case 'detached':
    case 'key-set':
    case 'plaid':
      return header(proof.header) !== undefined;
    case 'field':
    case 'fields':
    case 'app-store':
    case 'sealed':
    case 'sns':
      return true;
    case 'paypal':
      return header('paypal-transmission-sig') !== undefined;
    default:
      return false;
  }
}

function isSigned(request: SignedRequest, proof: SignatureProof, secret: string, now: number): boolean {
  const readField = openFields(request);
  const text = readSignatureText(request, proof, readField);
  if (text === undefined) return false;
  const read = readSignatures(text, proof);
  const { signatures, listed, time = proof.time && readTimeText(request, proof, proof.time) } = read;
  if (proof.toleranceSeconds !== undefined && !isRecent(time, proof.toleranceSeconds, now)) return false;
  if (!isTimeSigned(request, proof)) return false;
  const signed = { ...request, secret, readField, listed };
  const parts =
    listSignedParts(proof.signed, signed, time) ??
    (proof.orSigned === undefined ? undefined : listSignedParts(proof.orSigned, signed, time));
  if (!parts) return false;
  const matches = createCheck(proof, secret, proof.isSorted ? parts.map(String).toSorted() : parts);
  const given = signatures.slice(0, maxSignatures);
  if (!given.some((signature) => matches(decode(signature, proof.encoding)))) return false;
  return proof.body === undefined || isBodyOf(proof.body, request);
}

/** Returns the text with the signatures. A sender with several keys may use a header for each; their values are joined. */
function readSignatureText(
  request: SignedRequest,
  proof: SignatureProof,
  readField: ReturnType<typeof openFields>,
): string | undefined {
  if (proof.in === 'query') return readParameter(request, proof.header);
  if (proof.in === 'field') return readField(proof.header)?.toString();
  const first = request.header(proof.header);
  if (first === undefined || !proof.furtherHeaders) return first;
  return [first, ...proof.furtherHeaders.flatMap((name) => request.header(name) ?? [])].join(',');
}

function readTimeText(request: Dated, proof: SignatureProof, name: string): string | undefined {
  return proof.in === 'query' ? readParameter(request, name) : request.header(name);
}

function readSignatures(
  header: string,
  { pairs, prefix = '', ...proof }: SignatureProof,
): { signatures: string[]; time?: string | undefined; listed?: string | undefined } {
  // Each part is tried as a signature: only one by the key of the secret fits.
  if (proof.isAmpersanded) return { signatures: header.split(/[&|]/) };
  if (!pairs) {
    // A prefix such as `HMAC ` contains a character that also separates signatures, and stands once before all of them.
    const isBefore = /[,;\s]/.test(prefix);
    if (isBefore && !header.startsWith(prefix)) return { signatures: [] };
    const listed = (isBefore ? header.slice(prefix.length) : header).split(/[,;\s]+/);
    const own = isBefore ? '' : prefix;
    const signatures = listed.filter((text) => text.startsWith(own)).map((text) => text.slice(own.length));
    return proof.time === proof.header ? { signatures, time: findTimeBeside(listed) } : { signatures };
  }
  const found = header.split(pairs.headers === undefined ? /[,;\s]+/ : ',').map((pair) => {
    const [name = '', ...value] = pair.split('=');
    return { name, value: value.join('=') };
  });
  const find = (wanted: string | undefined) => found.find(({ name }) => name === wanted)?.value;
  return {
    signatures: found.filter(({ name }) => name === pairs.signature).map(({ value }) => value),
    time: find(pairs.time),
    listed: find(pairs.headers),
  };
}

/** Finds the time among signatures: named `t` or similar, or a number of that length under any name. */
function findTimeBeside(listed: string[]): string | undefined {
  const named = listed.map((text) => /^(?:t|ts|time|timestamp)=(.+)$/.exec(text)?.[1]).find(Boolean);
  return named ?? listed.map((text) => /^(?:\w+=)?(\d{10,13})$/.exec(text)?.[1]).find(Boolean);
}

function decode(signature: string, encoding: SignatureProof['encoding']): Buffer {
  // Node also reads base64url as base64, and ignores characters outside the alphabet.
  const isWritten = encoding === 'hex' ? /^(?:[\da-f]{2})+$/i : /^[\w+/-]+={0,2}$/;
  return isWritten.test(signature) ? Buffer.from(signature, encoding) : Buffer.alloc(0);
}

type Check = (signature: Buffer) => boolean;

/** The algorithms with a public key: the key's type, and the hash that is signed; null when the text itself is signed. */
const byPublicKey: Partial<Record<SignatureProof['algorithm'], { type: string; hash: string | null }>> = {
  ed25519: { type: 'ed25519', hash: null },
  'ecdsa-sha256': { type: 'ec', hash: 'sha256' },
  'rsa-sha256': { type: 'rsa', hash: 'sha256' },
  'rsa-sha512': { type: 'rsa', hash: 'sha512' },
  'rsa-sha1': { type: 'rsa', hash: 'sha1' },
};

function createCheck(
  { algorithm, key, signed, isKeyed }: SignatureProof,
  secret: string,
  parts: (string | Buffer)[],
): Check {
  const keyed = byPublicKey[algorithm];
  if (keyed) {
    const publicKey = readPublicKey(secret, keyed.type);
    const text = Buffer.concat(parts.map((part) => Buffer.from(part)));
    return (signature) => publicKey !== undefined && verify(keyed.hash, text, publicKey, signature);
  }
  if (algorithm === 'keccak256') return createKeccakCheck(parts);
  const bytes = readKey(secret, key);
  // A secret in another notation would give an empty key, which anybody can guess.
  if (bytes.length === 0) return () => false;
  const isPlain = signed.includes('{secret}') && !isKeyed;
  const hash = isPlain ? createHash(algorithm) : createHmac(algorithm, bytes);
  for (const part of parts) hash.update(part);
  const expected = hash.digest();
  return (signature) => isSame(signature, expected);
}

/** The limit of a text that is hashed in JavaScript in one turn of the event loop: some 13 ms. */
const maxKeccakBytes = 128 * 1024;

/** Node has no Keccak: its SHA-3 pads otherwise. A longer text proves nothing. */
function createKeccakCheck(parts: (string | Buffer)[]): Check {
  const text = Buffer.concat(parts.map((part) => Buffer.from(part)));
  if (text.length > maxKeccakBytes) return () => false;
  const expected = Buffer.from(keccak_256(text));
  return (signature) => isSame(signature, expected);
}

/** Returns no bytes when the secret is not in this notation. */
function readKey(secret: string, written: SignatureProof['key'] = 'text'): Buffer {
  switch (written) {
    case 'braintree':
      return readBraintreeKey(secret)?.key ?? Buffer.alloc(0);
    case 'hex':
      return readHex(secret);
    case 'base64':
      return Buffer.from(secret, 'base64');
    default:
      return Buffer.from(secret);
  }
}

type Dated = Pick<SignedRequest, 'header' | 'address'>;

/** Returns the time in a signature or token that no header alone tells, as it is written. */
function findCoveredTime(request: Dated, proof: Proof): string | undefined {
  if (proof.kind === 'detached') return findDetachedTime(request, proof);
  if (proof.kind === 'sealed') return findSealTime(request, proof);
  if (proof.kind === 'key-set') return request.header(proof.time);
  return proof.kind === 'plaid' ? findPlaidTime(request) : undefined;
}

/** Returns when a request says that it was signed, in milliseconds since 1970; undefined when no header says so. */
export function findSignedAt(request: Dated, proof: Proof): number | undefined {
  const { header } = request;
  const signed =
    proof.kind === 'signature' ? readSignatures(header(proof.header) ?? '', proof).time : undefined;
  const covered = findCoveredTime(request, proof);
  const stripe = /(?:^|,)\s*t=(\d+)/.exec(header('stripe-signature') ?? '')?.[1];
  const named =
    proof.kind === 'signature' && proof.time ? readTimeText(request, proof, proof.time) : undefined;
  const stated =
    signed ?? named ?? covered ?? header('webhook-timestamp') ?? header('svix-timestamp') ?? stripe;
  const at = stated === undefined ? NaN : readSigningTime(stated);
  return Number.isNaN(at) ? undefined : at;
}

function isBasic(header: string, username: string, secret: string): boolean {
  const credentials = Buffer.from(`${username}:${secret}`).toString('base64');
  return isSame(header.replace(/^basic +/i, 'Basic '), `Basic ${credentials}`);
}
