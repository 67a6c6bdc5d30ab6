// Decides by a name whether its value is a credential: names of headers, in requests and responses, and of query parameters.
// This is the only list: its credentials are stored encrypted, masked, and left out of exports, and nobody can show them again.

/** The last pattern matches words that are a whole name or end one, as in `X-Hub-Signature`. */
const credential = new RegExp(
  [
    String.raw`^(?:proxy-)?authorization$|^(?:set-)?cookie2?$|^x-(?:session|sid)$`,
    'api[-_]?key|token|secret|passw(?:or)?d|passphrase|credential|(?:auth|access|private|subscription)[-_]?key',
    String.raw`(?:^|[-_])(?:key|authorization|auth|sig|signature|crumb|pin|pwd|pass|jwt|hmac|session[-_]?id)$`,
  ].join('|'),
  'i',
);
/**
 * Names that are no credentials after all. A name that ends in `key` counts as a credential, unless the words before it say
 * that the key only finds, repeats or describes something.
 */
const harmless = new RegExp(
  [
    '(?:idempotency|surrogate|cache|partition|routing|sort|websocket|request|correlation|event)[-_]?key$',
    '(?:page|paging|pagination|continuation|sync|cursor)[-_]?token$',
    '[-_](?:version|type|format|algorithm|expires|expiry|count|limit|length)$',
    // The remaining tokens of a language model, and whether browsers may send cookies.
    'rate-?limit|^access-control-',
  ].join('|'),
  'i',
);

/** Checks whether a header or query parameter of this name probably holds a credential. */
export function isCredentialName(name: string): boolean {
  return credential.test(name) && !harmless.test(name);
}

/** Checks whether a call's header is a secret: by its name, or because the call marks it. */
export function isSecretHeader({ secretHeaders }: { secretHeaders: string[] }, name: string): boolean {
  if (isCredentialName(name)) return true;
  if (secretHeaders.length === 0) return false;
  const lower = name.toLowerCase();
  return secretHeaders.some((secret) => secret.toLowerCase() === lower);
}
