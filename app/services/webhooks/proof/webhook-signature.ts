// Checks whether a delivery comes from a sender who knows the secret. Each scheme is one function of headers, body, secret and
// time. The header that is present chooses the scheme, so nobody can fall back from a wrong signature to another scheme.
import { createHmac } from 'node:crypto';
import { isSame } from '~/auth/constant-time';

/** How far a signed timestamp may lie from our clock, as Standard Webhooks and Stripe advise. */
const toleranceMs = 5 * 60 * 1000;

export interface SignedDelivery {
  /** A header's value; the name is lower-case. */
  header(name: string): string | undefined;
  body: Buffer;
}

/**
 * Accepts the secret itself or `sha256=<hex HMAC>` in X-Webhook-Signature, GitHub's X-Hub-Signature-256,
 * Stripe's Stripe-Signature (t, v1) and the Standard Webhooks triple webhook-id, -timestamp, -signature (v1), also as Svix
 * names it: svix-id, -timestamp, -signature.
 */
export function isDeliveryAuthentic(delivery: SignedDelivery, secret: string, now: number): boolean {
  if (isStandardSigned(delivery)) return isStandardWebhook(delivery, secret, now);
  const stripe = delivery.header('stripe-signature');
  if (stripe !== undefined) return isStripe(delivery, stripe, secret, now);
  const gitHub = delivery.header('x-hub-signature-256');
  if (gitHub !== undefined) return isBodySignature(delivery, gitHub, secret);
  const plain = delivery.header('x-webhook-signature');
  if (plain === undefined) return false;
  return isSame(plain, secret) || isBodySignature(delivery, plain, secret);
}

/** Whether a header signs the body. Any other delivery can be judged by its headers alone. */
export function isBodySigned({ header }: Pick<SignedDelivery, 'header'>): boolean {
  const plain = header('x-webhook-signature');
  return signing.some((name) => header(name) !== undefined) || plain?.startsWith('sha256=') === true;
}

const signing = ['webhook-signature', 'svix-signature', 'stripe-signature', 'x-hub-signature-256'];

function isBodySignature({ body }: SignedDelivery, signature: string, secret: string): boolean {
  if (!signature.startsWith('sha256=')) return false;
  return isSame(signature, `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
}

function isStripe({ body }: SignedDelivery, header: string, secret: string, now: number): boolean {
  const pairs = header.split(',').map((pair) => pair.trim().split('=', 2));
  const timestamp = pairs.find(([name]) => name === 't')?.[1];
  if (!isFresh(timestamp, now)) return false;
  const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');
  return pairs.some(([name, value]) => name === 'v1' && value !== undefined && isSame(value, expected));
}

/** Whether a delivery has a signature of Standard Webhooks, by its own name or by that of Svix. */
export function isStandardSigned({ header }: Pick<SignedDelivery, 'header'>): boolean {
  return header('webhook-signature') !== undefined || header('svix-signature') !== undefined;
}

/** Checks a signature by https://github.com/standard-webhooks/standard-webhooks, "Signature scheme". */
export function isStandardWebhook(delivery: SignedDelivery, secret: string, now: number): boolean {
  const by = delivery.header('webhook-signature') === undefined ? 'svix' : 'webhook';
  const header = delivery.header(`${by}-signature`) ?? '';
  const id = delivery.header(`${by}-id`);
  const timestamp = delivery.header(`${by}-timestamp`);
  if (!id || !isFresh(timestamp, now)) return false;
  const given = header.split(' ');
  return listStandardKeys(secret).some((key) => {
    const hmac = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(delivery.body);
    const expected = `v1,${hmac.digest('base64')}`;
    return given.some((signature) => isSame(signature, expected));
  });
}

/**
 * Lists the keys that a secret may stand for. The specification's secrets are base64, optionally behind `whsec_`, or
 * `v1,whsec_` with Supabase; libraries take any other text as the key itself. Text counts as base64 only when encoding it again
 * gives the same text, because decoding any other text would give a key that is easier to guess.
 */
function listStandardKeys(secret: string): (Buffer | string)[] {
  const text = secret.replace(/^(?:v1,)?whsec_/, '');
  const decoded = Buffer.from(text, 'base64');
  const isBase64 = decoded.length > 0 && decoded.toString('base64') === text;
  return isBase64 ? [decoded, secret] : [secret];
}

/** Whether a time in seconds since 1970 is within the tolerance. */
function isFresh(timestamp: string | undefined, now: number): timestamp is string {
  return (
    timestamp !== undefined &&
    /^\d{1,12}$/.test(timestamp) &&
    Math.abs(Number(timestamp) * 1000 - now) <= toleranceMs
  );
}
