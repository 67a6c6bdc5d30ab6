// Signs a request by OAuth 1.0 (RFC 5849) in the Authorization header, with an existing token.
import { createHmac, randomBytes, sign } from 'node:crypto';
import { isKeyMethod, type Oauth1 } from '~/engine/connections/oauth1-config';
import { encode, listPairs, writeSorted } from './percent-encoding';
import { hashSigned, type Signable, type Signed } from './signable';

/** Signs a request; `now` is in milliseconds since 1970. */
export function signWithOauth1(request: Signable, config: Oauth1, now: number): Signed {
  const { consumerKey, token, realm, signatureMethod, bodyHash } = config;
  const parameters: [string, string][] = [
    ['oauth_consumer_key', consumerKey],
    ...(token ? [['oauth_token', token] as [string, string]] : []),
    ['oauth_signature_method', signatureMethod],
    ['oauth_timestamp', String(Math.floor(now / 1_000))],
    ['oauth_nonce', randomBytes(16).toString('hex')],
    ['oauth_version', '1.0'],
  ];
  // A form is signed field by field, so that it has no hash (OAuth Request Body Hash 1.0 §3.1).
  if (bodyHash === 'sent' && !isForm(request)) {
    const hash = hashSigned(hashOf(signatureMethod), request.body, 'base64');
    parameters.push(['oauth_body_hash', hash]);
  }
  const signature = findSignature(request, config, parameters);
  // The realm comes first, and is not signed (§3.4.1.3.1, §3.5.1).
  const shown: [string, string][] = [...parameters, ['oauth_signature', signature]];
  const written = shown.map(([name, value]) => `${name}="${encode(value)}"`);
  if (realm) written.unshift(`realm="${realm}"`);
  const others = request.headers.filter(([name]) => name.toLowerCase() !== 'authorization');
  return { url: request.url, headers: [...others, ['Authorization', `OAuth ${written.join(', ')}`]] };
}

/** Returns the signature in base64 (§3.4.2); `parameters` are those of the protocol. */
export function findSignature(
  request: Signable,
  {
    consumerSecret,
    tokenSecret,
    signatureMethod,
  }: Pick<Oauth1, 'consumerSecret' | 'tokenSecret' | 'signatureMethod'>,
  parameters: [name: string, value: string][],
): string {
  const base = writeBase(request, parameters);
  if (isKeyMethod(signatureMethod)) {
    return sign(hashOf(signatureMethod), Buffer.from(base), consumerSecret).toString('base64');
  }
  const key = `${encode(consumerSecret)}&${encode(tokenSecret)}`;
  return createHmac(hashOf(signatureMethod), key).update(base).digest('base64');
}

/** Returns the signature base string (§3.4.1). */
export function writeBase(
  { method, url, headers, body }: Signable,
  parameters: [name: string, value: string][],
): string {
  const { protocol, host, pathname, search } = new URL(url);
  const all = [
    ...listPairs(search.slice(1)),
    ...(isForm({ headers }) && typeof body === 'string' ? listPairs(body) : []),
    ...parameters,
  ];
  return [method, `${protocol}//${host}${pathname}`, writeSorted(all)].map(encode).join('&');
}

function isForm({ headers }: Pick<Signable, 'headers'>): boolean {
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  return /^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(type);
}

/** Returns the hash of a method: sha1 or sha256. */
function hashOf(method: Oauth1['signatureMethod']): string {
  return method.replace(/^.*-/, '').toLowerCase();
}
