// What a target asks for with Digest (RFC 7616 §3.3, RFC 9110 §11.6.1): which of its challenges can be answered, and how.
import { createHash } from 'node:crypto';

/** Lower case, as `algorithm` names them; SHA-512-256 is SHA-512/256 of FIPS 180-4. */
const hashNames = new Map([
  ['md5', 'md5'],
  ['sha-256', 'sha256'],
  ['sha-512-256', 'sha512-256'],
]);

export interface DigestChallenge {
  realm: string;
  nonce: string;
  opaque: string | undefined;
  /** As it was written; undefined stands for MD5. */
  algorithm: string | undefined;
  /** As Node names it. */
  hashName: string;
  /** The name ends in `-sess`. */
  isSession: boolean;
  /** Undefined as in RFC 2069, which older devices still speak. */
  qop: 'auth' | 'auth-int' | undefined;
  /** The user name is to be sent hashed. */
  hashesUser: boolean;
}

const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const parameter = new RegExp(
  String.raw`(?:^|,)[ \t]*(?:(${token})[ \t]+(?=${token}[ \t]*=))?(${token})[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|(${token}))`,
  'g',
);

/** Characters of a header that are read. */
const longestRead = 8_192;

/** The first Digest challenge that can be answered, as §3.7 has it; `headers` as they came, names in lower case. */
export function findDigestChallenge(headers: [name: string, value: string][]): DigestChallenge | undefined {
  for (const [name, value] of headers) {
    if (name !== 'www-authenticate') continue;
    for (const parameters of listDigests(value.slice(0, longestRead))) {
      const challenge = readChallenge(parameters);
      if (challenge) return challenge;
    }
  }
  return undefined;
}

/** The parameters of each, by their names in lower case: one header may hold several challenges, of several schemes. */
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

/** Null when none of them is known. */
function chooseQop(offered: string): 'auth' | 'auth-int' | null {
  const names = offered.toLowerCase().split(/[\s,]+/);
  return names.includes('auth') ? 'auth' : names.includes('auth-int') ? 'auth-int' : null;
}

/** In hex, as all parts of an answer are. */
export function hashWith({ hashName }: Pick<DigestChallenge, 'hashName'>, data: string | Uint8Array): string {
  return createHash(hashName).update(data).digest('hex');
}
