// Secrets that cannot be what their sender signs with, because they are not written in its form.
import type { Proof, SignatureProof } from '~/engine/senders/proof';
import { readBraintreeKey } from './braintree-key';
import { readHex } from './body-fields';
import { splitPlaidCredentials } from './plaid-proof';
import { readWeChatKeys } from './sealed-body';
import { readPublicKeyOfAny } from './sender-key';

/** Explains, as a sentence, why no delivery can prove this secret; undefined when one can. */
export function explainSecretForm(proof: Proof, secret: string): string | undefined {
  const form = isWritten(proof, secret) ? undefined : nameForm(proof);
  return form && `The saved secret is not ${form}, so every delivery is rejected.`;
}

function isWritten(proof: Proof, secret: string): boolean {
  switch (proof.kind) {
    case 'plaid':
      return splitPlaidCredentials(secret) !== undefined;
    case 'sealed':
      return proof.by === 'lark' || readWeChatKeys(secret) !== undefined;
    case 'fields':
      return proof.key === 'text' || readHex(secret).length > 0;
    case 'signature':
      if (isByPublicKey(proof)) return readPublicKeyOfAny(secret) !== undefined;
      if (proof.key === 'braintree') return readBraintreeKey(secret) !== undefined;
      return proof.key !== 'hex' || readHex(secret).length > 0;
    default:
      return true;
  }
}

function isByPublicKey({ algorithm }: SignatureProof): boolean {
  return /^(?:rsa|ecdsa|ed25519)/.test(algorithm);
}

function nameForm(proof: Proof): string {
  if (proof.kind === 'plaid') return 'a client ID, a vertical bar and a secret';
  if (proof.kind === 'sealed') return 'a token, a vertical bar and an EncodingAESKey of 43 characters';
  if (proof.kind !== 'signature') return 'in hex';
  if (isByPublicKey(proof)) return 'a public key that can be read';
  return proof.key === 'braintree' ? 'a public key, a vertical bar and a private key' : 'in hex';
}
