// The key that Braintree signs with, from the secret of a trigger.
import { createHash } from 'node:crypto';

/**
 * Reads Braintree's API keys, `public key|private key`; undefined for another secret. Braintree's libraries use the hash of the
 * private key as the key of the HMAC (braintree_node, `lib/braintree/digest.js`).
 */
export function readBraintreeKey(secret: string): { name: string; key: Buffer } | undefined {
  const [, name, text] = /^\s*(\w+)\s*\|\s*(\w+)\s*$/.exec(secret) ?? [];
  if (name === undefined || text === undefined) return undefined;
  return { name, key: createHash('sha1').update(text).digest() };
}
