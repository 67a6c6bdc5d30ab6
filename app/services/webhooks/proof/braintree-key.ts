// What Braintree signs with, in the secret of a trigger.
import { createHash } from 'node:crypto';

/**
 * Braintree's API keys, `public key|private key`; undefined of anything else. Its libraries make the key of the HMAC from the hash of the private
 * one (braintree_node, `lib/braintree/digest.js`).
 */
export function readBraintreeKey(secret: string): { name: string; key: Buffer } | undefined {
  const [, name, text] = /^\s*(\w+)\s*\|\s*(\w+)\s*$/.exec(secret) ?? [];
  if (name === undefined || text === undefined) return undefined;
  return { name, key: createHash('sha1').update(text).digest() };
}
