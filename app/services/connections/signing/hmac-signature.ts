// Signs a request with a secret or a private key in the way that its connection describes.
import { createHmac } from 'node:crypto';
import { addQuery } from '~/engine/connections/grant';
import {
  type Hmac,
  isKeyAlgorithm,
  listParameters,
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
  const fillAll = (pairs: [string, string][] = [], of: Signable, signature = '') =>
    pairs.map(([name, template]): [string, string] => [
      name,
      fillFromRequest(template, of, config, moment, signature),
    ]);

  const signed = { ...request, url: addQuery(request.url, fillAll(before, request)) };
  const text = fillFromRequest(config.text.replaceAll('\\n', '\n'), signed, config, moment, '');
  const signature = encode(makeSignature(text, config), config.encoding);
  const added = fillAll(listHeaders(config.headers), signed, signature);
  const names = new Set(added.map(([name]) => name.toLowerCase()));
  return {
    url: addQuery(signed.url, fillAll(behind, signed, signature)),
    headers: [...request.headers.filter(([name]) => !names.has(name.toLowerCase())), ...added],
  };
}

function makeSignature(text: string, { hash: algorithm, secret, keyEncoding }: Hmac): Buffer {
  if (isKeyAlgorithm(algorithm)) return signWithPrivateKey(text, algorithm, secret);
  return createHmac(algorithm, readSecret(secret, keyEncoding)).update(text).digest();
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
