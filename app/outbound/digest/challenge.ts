// The Digest challenges of a target (RFC 7616 §3.3, RFC 9110 §11.6.1): which of them can be answered, and how.
import { createHash } from 'node:crypto';

/** Node's names of the hashes, by `algorithm` in lower case; SHA-512-256 is SHA-512/256 of FIPS 180-4. */
const hashNames = new Map([
  ['md5', 'md5'],
  ['sha-256', 'sha256'],
  ['sha-512-256', 'sha512-256'],
]);

export interface DigestChallenge {
  realm: string;
  nonce: string;
  opaque: string | undefined;
  /** The algorithm as the target wrote it; undefined stands for MD5. */
  algorithm: string | undefined;
  /** The name of the hash in Node. */
  hashName: string;
  /** Whether the name of the algorithm ends in `-sess`. */
  isSession: boolean;
  /** Undefined for RFC 2069, which older devices still use. */
  qop: 'auth' | 'auth-int' | undefined;
  /** Whether the user name must be sent hashed. */
  hashesUser: boolean;
}

const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const parameter = new RegExp(
  String.raw`(?:^|,)[ \t]*(?:(${token})[ \t]+(?=${token}[ \t]*=))?(${token})[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|(${token}))`,
  'g',
);

/** How many characters of a header are read. */
const maxReadLength = 8_192;

/** Returns the first Digest challenge that can be answered, by §3.7. `headers` are as they came, names in lower case. */
export function findDigestChallenge(headers: [name: string, value: string][]): DigestChallenge | undefined {
  for (const [name, value] of headers) {
    if (name !== 'www-authenticate') continue;
    for (const parameters of listDigests(value.slice(0, maxReadLength))) {
      const challenge = readChallenge(parameters);
      if (challenge) return challenge;
    }
  }
  return undefined;
}

/** Lists the parameters of each Digest challenge, by lower-case name: one header may hold challenges of several schemes. */
function listDigests(value: string): Map<string, string>[] {
  const found: Map<string, string>[] = [];
  let current: Map<string, string> | undefined;
  for (const [, scheme, name = '', quoted, bare = ''] of value.matchAll(parameter)) {
    if (scheme !== undefined) {
      current = scheme.toLowerCase() === 'digest' ? new Map() : undefined;
      if (current) found.push(current);
    }
    current?.set(name.toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? bare);
  }
  return found;
}

function readChallenge(parameters: Map<string, string>): DigestChallenge | undefined {
  const realm = parameters.get('realm');
  const nonce = parameters.get('nonce');
  const opaque = parameters.get('opaque');
  const algorithm = parameters.get('algorithm');
  if (realm === undefined || !nonce || /\p{Cc}/u.test(realm + nonce + (opaque ?? ''))) return undefined;
  const [, base = '', session] = /^(.*?)(-sess)?$/i.exec(algorithm ?? 'MD5') ?? [];
  const hashName = hashNames.get(base.toLowerCase());
  const offered = parameters.get('qop');
  const qop = offered === undefined ? undefined : chooseQop(offered);
  if (hashName === undefined || qop === null) return undefined;
  return {
    realm,
    nonce,
    opaque,
    algorithm,
    hashName,
    isSession: session !== undefined,
    qop,
    hashesUser: parameters.get('userhash')?.toLowerCase() === 'true',
  };
}

/** Chooses a known one; null when the target offers none. */
function chooseQop(offered: string): 'auth' | 'auth-int' | null {
  const names = offered.toLowerCase().split(/[\s,]+/);
  return names.includes('auth') ? 'auth' : names.includes('auth-int') ? 'auth-int' : null;
}

/** Returns the hash in hex, as in all parts of a response. */
export function hashWith({ hashName }: Pick<DigestChallenge, 'hashName'>, data: string | Uint8Array): string {
  return createHash(hashName).update(data).digest('hex');
}
