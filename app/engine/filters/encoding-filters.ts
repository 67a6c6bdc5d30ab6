// Encodings and digests of texts, which are converted to UTF-8. Digests are written in hexadecimal digits or in base64.
import { hmac } from '@noble/hashes/hmac';
import { md5, sha1 } from '@noble/hashes/legacy';
import { sha256, sha512 } from '@noble/hashes/sha2';
import { toBase64, toHex } from '../files/base64';
import { toWellFormed } from '../json/half-pair';
import { textOf } from '../json/value-text';
import { type ApplyFilter, FilterProblem, ofText } from './filtering';

type Hash = typeof sha256;

export const encodingFilters = {
  url_encode: ofText((text) => encodeURIComponent(toWellFormed(text))),
  url_decode: ofText((text) => {
    try {
      return decodeURIComponent(text.replaceAll('+', ' '));
    } catch (error) {
      if (error instanceof URIError) return new FilterProblem('needs a text that is percent-encoded');
      throw error;
    }
  }),
  base64_encode: ofText((text) => toBase64(toBytes(text))),
  base64url_encode: ofText((text) =>
    toBase64(toBytes(text)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
  ),
  /** Accepts either alphabet, with or without padding (RFC 4648). */
  base64_decode: ofText((text) => {
    try {
      const binary = atob(text.replace(/\s+/g, '').replaceAll('-', '+').replaceAll('_', '/'));
      const bytes = new Uint8Array(binary.length);
      for (let at = 0; at < bytes.length; at += 1) bytes[at] = binary.charCodeAt(at);
      return decoder.decode(bytes);
    } catch {
      return new FilterProblem('needs base64 of a text in UTF-8');
    }
  }),
  md5: ofHash(md5),
  sha1: ofHash(sha1),
  sha256: ofHash(sha256),
  sha512: ofHash(sha512),
  hmac_sha256: ofHmac(sha256),
  hmac_sha1: ofHmac(sha1),
  /** Returns the same UUID for the same text: of version 8 (RFC 9562), from its SHA-256. */
  uuid: ofText((text) => {
    const bytes = sha256(toBytes(text)).slice(0, 16);
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
    return toHex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  }),
} satisfies Record<string, ApplyFilter>;

/** Keeps U+FEFF at the beginning as a part of the text. */
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function toBytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Makes the filter `sha256`, in hexadecimal digits, or `sha256: 'base64'`. */
function ofHash(hash: Hash): ApplyFilter {
  return (value, [encoding], work) => {
    const written = readEncoding(encoding);
    if (written instanceof FilterProblem) return written;
    return ofText((text) => writeDigest(hash(toBytes(text)), written))(value, [], work);
  };
}

/** How a digest is written. */
type DigestEncoding = 'hex' | 'base64';

export function writeDigest(digest: Uint8Array, encoding: DigestEncoding): string {
  return encoding === 'base64' ? toBase64(digest) : toHex(digest);
}

/** Makes the filter `hmac_sha256: key`, in hexadecimal digits, or `hmac_sha256: key, 'base64'` (RFC 2104). */
function ofHmac(hash: Hash): ApplyFilter {
  return (value, [key, encoding], work) => {
    const written = readEncoding(encoding);
    if (written instanceof FilterProblem) return written;
    const sign = ofText((text, secret = '') =>
      writeDigest(hmac(hash, toBytes(secret), toBytes(text)), written),
    );
    return sign(value, [textOf(key)], work);
  };
}

/** Reads how a digest is written. */
export function readEncoding(encoding: unknown): DigestEncoding | FilterProblem {
  if (encoding === undefined || encoding === 'hex') return 'hex';
  return encoding === 'base64' ? encoding : new FilterProblem("is written in 'hex' or 'base64'");
}
