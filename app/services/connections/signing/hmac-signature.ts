// A request signed with a secret or a private key in the way that its connection describes.
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { addQuery } from '~/engine/connections/grant';
import {
  type Hmac,
  isKeyAlgorithm,
  listHeaders,
  listParameters,
  type SignatureEncoding,
} from '~/engine/connections/hmac-config';
import { fillParts, mentionsSignature, type SignedPart } from '~/engine/connections/signature-template';
import type { Signable, Signed } from './signable';
import { signWithPrivateKey } from './private-key-signature';
import { readSecret } from './signing-secret';

/** What {{expires}} is ahead of now, in seconds. */
const expiresAfter = 300;

/**
 * The request with what the connection adds; `now` in milliseconds since 1970. What it adds to the query comes before the
 * signature is made, except where that stands in it.
 */
export function signWithHmac(request: Signable, config: Hmac, now: number): Signed {
  const moment = { now, nonce: randomBytes(16).toString('hex') };
  const parameters = listParameters(config.query);
  const [behind, before] = [true, false].map((isBehind) =>
    parameters.filter(([, template]) => mentionsSignature(template) === isBehind),
  );
  const fillAll = (pairs: [string, string][] = [], of: Signable, signature = '') =>
    pairs.map(([name, template]): [string, string] => [name, fill(template, of, config, moment, signature)]);

  const signed = { ...request, url: addQuery(request.url, fillAll(before, request)) };
  const text = fill(config.text.replaceAll('\\n', '\n'), signed, config, moment, '');
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

interface Moment {
  now: number;
  nonce: string;
}

function fill(template: string, request: Signable, config: Hmac, moment: Moment, signature: string): string {
  return fillParts(template, (part) => {
    if (part.kind === 'signature') return signature;
    if (part.kind === 'header') return readHeader(request, part.name);
    return readPart(part.part, request, config, moment);
  });
}

/** Empty when the request has none of this name. */
function readHeader({ headers }: Signable, wanted: string): string {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? '';
}

function readPart(part: SignedPart, request: Signable, config: Hmac, { now, nonce }: Moment): string {
  const { method, body } = request;
  const url = new URL(request.url);
  url.hash = '';
  const seconds = Math.floor(now / 1_000);
  switch (part) {
    case 'method':
      return method;
    case 'url':
      return url.href;
    case 'host':
      return url.host;
    case 'path':
      return url.pathname;
    case 'query':
      return url.search.slice(1);
    case 'path_and_query':
      return url.pathname + url.search;
    case 'body':
      // One that signs it is not sent with bytes.
      return typeof body === 'string' ? body : Buffer.from(body).toString('latin1');
    case 'body_md5':
      return hash('md5', body);
    case 'body_sha256':
      return hash('sha256', body);
    case 'body_sha256_base64':
      return hash('sha256', body, 'base64');
    case 'body_sha512':
      return hash('sha512', body);
    case 'timestamp':
      return String(seconds);
    case 'timestamp_ms':
      return String(now);
    case 'timestamp_iso':
      return new Date(now).toISOString();
    case 'date':
      return new Date(now).toUTCString();
    case 'expires':
      return String(seconds + expiresAfter);
    case 'nonce':
      return nonce;
    case 'key_id':
      return config.keyId;
    case 'passphrase':
      return config.passphrase;
  }
}

function hash(algorithm: string, text: string | Uint8Array, encoding: 'hex' | 'base64' = 'hex'): string {
  return createHash(algorithm).update(text).digest(encoding);
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
