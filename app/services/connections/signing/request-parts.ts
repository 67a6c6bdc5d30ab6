// Fills the parts of a request into the texts of its connection, from which a signature or a token is made.
import { randomBytes } from 'node:crypto';
import { fillParts, type SignedPart } from '~/engine/connections/signature-template';
import { listPairs, writeSorted } from './percent-encoding';
import { hashSigned, type Signable } from './signable';

/** The values that stay the same within one request. */
interface Moment {
  /** Milliseconds since 1970. */
  now: number;
  nonce: string;
}

export function beginMoment(now: number): Moment {
  return { now, nonce: randomBytes(16).toString('hex') };
}

/** The values that the connection itself has. */
interface Own {
  keyId: string;
  passphrase?: string;
  /** The filled text that {{hashed_text}} is the hash of. */
  hashedText?: string;
}

/** Fills a valid template with the parts of the request, and with `signature` where the template names it. */
export function fillFromRequest(
  template: string,
  request: Signable,
  own: Own,
  moment: Moment,
  signature: string,
): string {
  return fillParts(template, (part) => {
    if (part.kind === 'signature') return signature;
    if (part.kind === 'header') return readHeader(request, part.name);
    return readPart(part.part, request, own, moment);
  });
}

/** Returns a header's value; empty when the request has no header of this name. */
function readHeader({ headers }: Signable, wanted: string): string {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? '';
}

/** The distance of {{expires}} from now, in seconds. */
const expiresAfter = 300;

function readPart(part: SignedPart, request: Signable, own: Own, { now, nonce }: Moment): string {
  const { method, body } = request;
  const url = new URL(request.url);
  url.hash = '';
  const seconds = Math.floor(now / 1_000);
  /** As 2026-01-05T12:00:00Z. */
  const time = `${new Date(now).toISOString().slice(0, 19)}Z`;
  switch (part) {
    case 'method':
      return method;
    case 'method_lower':
      return method.toLowerCase();
    case 'url':
      return url.href;
    case 'host':
      return url.host;
    case 'path':
      return url.pathname;
    case 'query':
      return url.search.slice(1);
    case 'query_sorted':
      return writeSorted(listPairs(url.search.slice(1)));
    case 'path_and_query':
      return url.pathname + url.search;
    case 'body':
      // A request that signs its body is not sent with bytes.
      return typeof body === 'string'
        ? body
        : body instanceof Uint8Array
          ? Buffer.from(body).toString('latin1')
          : '';
    case 'body_length':
      return String(measureBody(body));
    case 'body_md5':
      return hashSigned('md5', body);
    case 'body_md5_base64':
      return hashSigned('md5', body, 'base64');
    case 'body_sha256':
      return hashSigned('sha256', body);
    case 'body_sha256_base64':
      return hashSigned('sha256', body, 'base64');
    case 'body_sha512':
      return hashSigned('sha512', body);
    case 'body_sha512_base64':
      return hashSigned('sha512', body, 'base64');
    case 'timestamp':
      return String(seconds);
    case 'timestamp_ms':
      return String(now);
    case 'timestamp_iso':
      return new Date(now).toISOString();
    case 'time_iso':
      return time;
    case 'time_basic':
      return time.replaceAll(/[-:]/g, '');
    case 'time_offset':
      return time.replaceAll('-', '').replace('Z', '+0000');
    case 'date_iso':
      return time.slice(0, 10);
    case 'date_basic':
      return time.slice(0, 10).replaceAll('-', '');
    case 'date':
      return new Date(now).toUTCString();
    case 'expires':
      return String(seconds + expiresAfter);
    case 'nonce':
      return nonce;
    case 'key_id':
      return own.keyId;
    case 'hashed_text':
      return hashSigned('sha256', own.hashedText ?? '');
    case 'passphrase':
      return own.passphrase ?? '';
  }
}

function measureBody(body: Signable['body']): number {
  return typeof body === 'string' || body instanceof Uint8Array ? Buffer.byteLength(body) : body.size;
}
