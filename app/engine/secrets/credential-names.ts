// Which names say that a value is a credential: names of headers, of requests and responses, and of what a URL's query carries. The
// one list: what it takes for a credential is stored encrypted, masked, and left out of exports, and nobody can show it again.

/** The last line: words that are names by themselves or end one, as in `X-Hub-Signature`. */
const credential = new RegExp(
  [
    String.raw`^(?:proxy-)?authorization$|^(?:set-)?cookie2?$|^x-(?:session|sid)$`,
    'api[-_]?key|token|secret|passw(?:or)?d|passphrase|credential|(?:auth|access|private|subscription)[-_]?key',
    String.raw`(?:^|[-_])(?:key|authorization|auth|sig|signature|crumb|pin|pwd|pass|jwt|hmac|session[-_]?id)$`,
  ].join('|'),
  'i',
);
/**
 * A name that ends in `key` is taken for a credential, unless the words before it say that the key only finds, repeats or
 * describes something.
 */
const harmless = new RegExp(
  [
    '(?:idempotency|surrogate|cache|partition|routing|sort|websocket|request|correlation)[-_]?key$',
    '(?:page|paging|pagination|continuation|sync|cursor)[-_]?token$',
    '[-_](?:version|type|format|algorithm|expires|expiry|count|limit|length)$',
    // How many tokens of a language model are left, and whether browsers may send cookies.
    'rate-?limit|^access-control-',
  ].join('|'),
  'i',
);

/** Whether a header or a query's value of this name is likely to be a credential. */
export function isCredentialName(name: string): boolean {
  return credential.test(name) && !harmless.test(name);
}

/** Whether a call's header is a secret: by its name, or because the call marks it. */
export function isSecretHeader({ secretHeaders }: { secretHeaders: string[] }, name: string): boolean {
  if (isCredentialName(name)) return true;
  if (secretHeaders.length === 0) return false;
  const lower = name.toLowerCase();
  return secretHeaders.some((secret) => secret.toLowerCase() === lower);
}
