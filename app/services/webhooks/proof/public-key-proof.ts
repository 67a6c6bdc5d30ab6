// Proofs by a published public key: tokens (RFC 7515, RFC 7519), detached signatures, PayPal's and Amazon's signatures.
import { verify } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { isSame } from '~/auth/constant-time';
import { hasMoreValuesThan } from '~/engine/json/json';
import type { KeySetProof, Proof } from '~/engine/senders/proof';
import { findDetachedKeyAddress, findDetachedKid, prepareDetachedCheck } from './detached-proof';
import { findPlaidKeyAddress, preparePlaidCheck } from './plaid-proof';
import type { KeyAddress, KeyCheck, SenderKey } from './sender-key';
import type { SignedRequest } from './signed-request';
import { isInQuery } from './signed-text';
import { isRecent } from './signing-time';
import {
  claimsBody,
  findSignedToken,
  hasClaim,
  isInTime,
  isSignedByAny,
  parseObjectOrEmpty,
  type SignedToken,
} from './token-proof';

/** The proofs whose key must be fetched. */
export type PublicKeyProof = Extract<
  Proof,
  { kind: 'jwks' | 'detached' | 'key-set' | 'plaid' | 'paypal' | 'sns' }
>;

export function isPublicKeyProof(proof: Proof): proof is PublicKeyProof {
  return ['jwks', 'detached', 'key-set', 'plaid', 'paypal', 'sns'].includes(proof.kind);
}

/** https://developer.paypal.com/api/rest/webhooks/rest/: certificates are on PayPal's own hosts. */
const payPalAddress =
  /^https:\/\/(?:api|api-m)(?:\.sandbox)?\.paypal\.com\/v1\/notifications\/certs\/[\w-]{1,100}$/;
/** https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html */
const amazonAddress =
  /^https:\/\/sns\.[a-z]{2}(?:-[a-z]{2,10}){1,3}-\d\.amazonaws\.com(?:\.cn)?\/SimpleNotificationService-[\da-f]{32}\.pem$/;

/** How many bytes of a message are read before its sender is known. Amazon's have at most 256 KiB, escaped twice. */
const maxMessageBytes = 1024 * 1024;

/** The limit of values in a message, which take long to read. Amazon's have ten, and three for each attribute. */
const maxMessageValues = 4_000;

/** Returns where the key is that a delivery says it is signed with; undefined when no allowed address is named. */
export function findKeyAddress(
  request: SignedRequest,
  proof: PublicKeyProof,
  secret: string,
): KeyAddress | undefined {
  switch (proof.kind) {
    case 'jwks':
      return findSignedToken(request, proof) === undefined ? undefined : proof.jwksUrl;
    case 'detached':
      return findDetachedKeyAddress(request, proof, secret);
    case 'key-set':
      return request.header(proof.header) === undefined ? undefined : proof.keysAt;
    case 'plaid':
      return findPlaidKeyAddress(request, secret);
    case 'paypal': {
      const address = request.header('paypal-cert-url') ?? '';
      return payPalAddress.test(address) ? address : undefined;
    }
    case 'sns': {
      const address = readMessage(request)?.SigningCertURL ?? '';
      return amazonAddress.test(address) ? address : undefined;
    }
  }
}

/** `secret`: audience, PayPal's webhook ID, topic ARN or recipient of a detached signature. `now`: milliseconds since 1970. */
export function isProvenByKeys(
  request: SignedRequest,
  proof: PublicKeyProof,
  { keys, secret, now }: { keys: readonly SenderKey[]; secret: string; now: number },
): boolean {
  const valid = keys.filter(({ validFrom = 0, validTo = Infinity }) => validFrom <= now && now <= validTo);
  return prepareKeyCheck(request, proof, { secret, now })?.(valid) ?? false;
}

/** What a request is checked with besides keys. `now`: milliseconds since 1970. */
interface Known {
  secret: string;
  now: number;
}

/**
 * Checks whether only the sender's key is missing to judge a request. Returns false when no key could prove it, for example
 * because it is too old.
 */
export function lacksOnlyKey(request: SignedRequest, proof: PublicKeyProof, known: Known): boolean {
  return prepareKeyCheck(request, proof, known) !== undefined;
}

/** Returns the check that is left when everything but the signature fits; undefined when something else does not. */
function prepareKeyCheck(request: SignedRequest, proof: PublicKeyProof, known: Known): KeyCheck | undefined {
  switch (proof.kind) {
    case 'jwks':
      return prepareTokenCheck(request, proof, known);
    case 'detached':
      return prepareDetachedCheck(request, proof, known);
    case 'key-set':
      return prepareKeySetCheck(request, proof, known);
    case 'plaid':
      return preparePlaidCheck(request, known.now);
    case 'paypal':
      return preparePayPalCheck(request, known);
    case 'sns':
      return prepareAmazonCheck(request, known);
  }
}

function prepareTokenCheck(
  request: SignedRequest,
  proof: Extract<Proof, { kind: 'jwks' }>,
  { secret, now }: Known,
): KeyCheck | undefined {
  const token = findSignedToken(request, proof);
  if (!token || token.head.crit !== undefined) return undefined;
  if (proof.isByEmail && !hasClaim(token, { claim: 'email', claimValue: secret })) return undefined;
  // The cheap checks come first: few strangers know the audience.
  if (!isMeant(token, proof, proof.isByEmail ? request.address : secret, now)) return undefined;
  return (keys) => isSignedByAny(token, keys) && claimsBody(token, proof.bodyClaim, request);
}

function isMeant(
  token: SignedToken,
  { issuer, path, ...proof }: Extract<Proof, { kind: 'jwks' }>,
  audience: string,
  now: number,
): boolean {
  const { claims } = token;
  const { iss, aud, exp } = claims;
  // A token without an end would let anybody who obtains it send any body. An event token in the body has no end (RFC 8417
  // §2.2), but who obtains one can send only that event.
  if (!isInTime(claims, now) || (path === undefined && typeof exp !== 'number')) return false;
  if (!hasClaim(token, proof)) return false;
  const isForUs = [aud].flat().some((each) => typeof each === 'string' && isSame(each, audience));
  return isForUs && typeof iss === 'string' && isSame(iss, issuer);
}

function prepareKeySetCheck(
  request: SignedRequest,
  proof: KeySetProof,
  { secret, now }: Known,
): KeyCheck | undefined {
  const { header, body } = request;
  const [signature, kid, time] = [header(proof.header), header(proof.keyHeader), header(proof.time)];
  if (signature === undefined || kid === undefined || !isRecent(time, proof.toleranceSeconds, now))
    return undefined;
  if (secret === '' || !isInQuery(request, 'secret', secret)) return undefined;
  const signed = Buffer.concat([Buffer.from(`${time}.`), body]);
  return (keys) => keys.some((key) => key.kid === kid && isRsaSigned(key, 'sha256', signed, signature));
}

/** How long PayPal retries: three days. */
const payPalMs = 3 * 24 * 60 * 60_000;

/** https://developer.paypal.com/api/rest/webhooks/rest/#link-selfverificationmethod */
function preparePayPalCheck(request: SignedRequest, { secret: webhookId, now }: Known): KeyCheck | undefined {
  const { header, body } = request;
  const id = header('paypal-transmission-id');
  const time = header('paypal-transmission-time');
  const signature = header('paypal-transmission-sig');
  if (id === undefined || time === undefined || signature === undefined) return undefined;
  if (header('paypal-auth-algo') !== 'SHA256withRSA' || !(Math.abs(Date.parse(time) - now) <= payPalMs))
    return undefined;
  const signed = Buffer.from(`${id}|${time}|${webhookId}|${crc32(body)}`);
  return (keys) => keys.some((key) => isRsaSigned(key, 'sha256', signed, signature));
}

function isRsaSigned({ key }: SenderKey, hash: string, signed: Buffer, signature: string): boolean {
  return key.asymmetricKeyType === 'rsa' && verify(hash, signed, key, Buffer.from(signature, 'base64'));
}

type Message = Partial<Record<string, string>>;

/** The fields of a message that are texts. */
function readMessage({ body }: SignedRequest): Message | undefined {
  if (body.length > maxMessageBytes) return undefined;
  const text = body.toString('utf8');
  if (hasMoreValuesThan(text, maxMessageValues)) return undefined;
  const fields = Object.entries(parseObjectOrEmpty(text));
  return Object.fromEntries(
    fields.filter((field): field is [string, string] => typeof field[1] === 'string'),
  );
}

const signedFields: Record<string, readonly string[]> = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: [
    'Message',
    'MessageId',
    'SubscribeURL',
    'Timestamp',
    'Token',
    'TopicArn',
    'Type',
  ],
  UnsubscribeConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
};

/** How long Amazon retries: an hour, unless the topic's owner sets another time. Clocks may differ by five minutes. */
const amazonMs = 65 * 60_000;

/** Prepares the check of a message for the topic with this ARN. Amazon signs the messages of everybody's topics. */
function prepareAmazonCheck(request: SignedRequest, { secret: topic, now }: Known): KeyCheck | undefined {
  const message = readMessage(request) ?? {};
  const { Type = '', TopicArn = '', Timestamp = '', Signature = '', SignatureVersion } = message;
  const fields = Object.hasOwn(signedFields, Type) ? signedFields[Type] : undefined;
  const hash = SignatureVersion === '2' ? 'sha256' : SignatureVersion === '1' ? 'sha1' : undefined;
  if (!fields || !hash || !isSame(TopicArn, topic)) return undefined;
  if (!(Math.abs(Date.parse(Timestamp) - now) <= amazonMs)) return undefined;
  const lines = fields.flatMap((name) => {
    const value = message[name];
    return value === undefined ? [] : [name, value];
  });
  const signed = Buffer.from(`${lines.join('\n')}\n`);
  return (keys) => keys.some((key) => isRsaSigned(key, hash, signed, Signature));
}

/** Checks whether a request names a key that is not among these, which means that the sender renewed its keys. */
export function namesOtherKey(
  request: SignedRequest,
  proof: PublicKeyProof,
  keys: readonly SenderKey[],
): boolean {
  const kid = findKid(request, proof);
  return typeof kid === 'string' && !keys.some((key) => key.kid === kid);
}

/** Returns the name of the key in its set; undefined when the proof needs none. */
function findKid(request: SignedRequest, proof: PublicKeyProof): unknown {
  switch (proof.kind) {
    case 'jwks':
      return findSignedToken(request, proof)?.head.kid;
    case 'detached':
      return findDetachedKid(request, proof);
    case 'key-set':
      return request.header(proof.keyHeader);
    default:
      return undefined;
  }
}
