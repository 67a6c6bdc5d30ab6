// Signs a request by OAuth 1.0 (RFC 5849) in the Authorization header, with an existing token.
import { createHmac, randomBytes } from 'node:crypto';
import type { Oauth1 } from '~/engine/connections/oauth1-config';
import { encode, listPairs, writeSorted } from './percent-encoding';
import type { Signable, Signed } from './signable';

/** Signs a request; `now` is in milliseconds since 1970. */
export function signWithOauth1(request: Signable, config: Oauth1, now: number): Signed {
  const { consumerKey, token, realm, signatureMethod } = config;
  const parameters: [string, string][] = [
    ['oauth_consumer_key', consumerKey],
    ...(token ? [['oauth_token', token] as [string, string]] : []),
    ['oauth_signature_method', signatureMethod],
    ['oauth_timestamp', String(Math.floor(now / 1_000))],
    ['oauth_nonce', randomBytes(16).toString('hex')],
    ['oauth_version', '1.0'],
  ];
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
  const key = `${encode(consumerSecret)}&${encode(tokenSecret)}`;
  const hash = signatureMethod.slice('HMAC-'.length).toLowerCase();
  return createHmac(hash, key).update(writeBase(request, parameters)).digest('base64');
}

/** Returns the signature base string (§3.4.1). */
export function writeBase(
  { method, url, headers, body }: Signable,
  parameters: [name: string, value: string][],
): string {
  const { protocol, host, pathname, search } = new URL(url);
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  const isForm = /^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(type);
  const all = [
    ...listPairs(search.slice(1)),
    ...(isForm && typeof body === 'string' ? listPairs(body) : []),
    ...parameters,
  ];
  return [method, `${protocol}//${host}${pathname}`, writeSorted(all)].map(encode).join('&');
}
