// Signs a request with a secret or a private key in the way that its connection describes.
import { createHmac } from 'node:crypto';
import { addQuery } from '~/engine/connections/grant';
import {
  type Hmac,
  isKeyAlgorithm,
  listParameters,
  listDerivationSteps,
  type SignatureEncoding,
} from '~/engine/connections/hmac-config';
import { listHeaders } from '~/engine/connections/header-lines';
import { mentionsSignature } from '~/engine/connections/signature-template';
import { beginMoment, fillFromRequest } from './request-parts';
import type { Signable, Signed } from './signable';
import { signWithPrivateKey } from './private-key-signature';
import { readSecret } from './signing-secret';

/**
 * Returns the request with what the connection adds; `now` is in milliseconds since 1970. Query parameters are added before the
 * signature is made, except those that contain the signature.
 */
export function signWithHmac(request: Signable, config: Hmac, now: number): Signed {
  const moment = beginMoment(now);
  const parameters = listParameters(config.query);
  const [behind, before] = [true, false].map((isBehind) =>
    parameters.filter(([, template]) => mentionsSignature(template) === isBehind),
  );
  const own = { ...config, hashedText: '' };
  const fillAll = (pairs: [string, string][] = [], of: Signable, signature = '') =>
    pairs.map(([name, template]): [string, string] => [
      name,
      fillFromRequest(template, of, own, moment, signature),
    ]);

  const signed = { ...request, url: addQuery(request.url, fillAll(before, request)) };
  const fill = (template: string) => fillFromRequest(readEscapes(template), signed, own, moment, '');
  own.hashedText = fill(config.hashedText);
  const steps = listDerivationSteps(config.keySteps).map(fill);
  const signature = encode(makeSignature(fill(config.text), config, steps), config.encoding);
  const added = fillAll(listHeaders(config.headers), signed, signature);
  const names = new Set(added.map(([name]) => name.toLowerCase()));
  return {
    url: addQuery(signed.url, fillAll(behind, signed, signature)),
    headers: [...request.headers.filter(([name]) => !names.has(name.toLowerCase())), ...added],
  };
}

/** Reads `\\n` as a line break and `\\t` as a tab. */
function readEscapes(template: string): string {
  return template.replaceAll('\\n', '\n').replaceAll('\\t', '\t');
}

/** Signs with the secret or, if there are steps, with the key that they derive from it one after the other. */
function makeSignature(
  text: string,
  { hash: algorithm, secret, keyEncoding, derivedForm }: Hmac,
  steps: string[],
): Buffer {
  if (isKeyAlgorithm(algorithm)) return signWithPrivateKey(text, algorithm, secret);
  let key = readSecret(secret, keyEncoding);
  for (const step of steps) {
    const next = createHmac(algorithm, key).update(step).digest();
    key = derivedForm === 'base64' ? Buffer.from(next.toString('base64')) : next;
  }
  return createHmac(algorithm, key).update(text).digest();
}

function encode(signature: Buffer, encoding: SignatureEncoding): string {
  switch (encoding) {
    case 'hex_upper':
      return signature.toString('hex').toUpperCase();
    case 'base64_percent':
      return encodeURIComponent(signature.toString('base64'));
    default:
      return signature.toString(encoding);
  }
}
