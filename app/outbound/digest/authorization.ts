// The response to a Digest challenge (RFC 7616 §3.4): the value of Authorization for one request.
import type { Digest } from '~/engine/connections/digest-config';
import type { OutboundRequest } from '../request-response';
import { hashBody } from '../streamed-body';
import { type DigestChallenge, hashWith } from './challenge';

/** The parts of a request that the proof covers. */
interface ProvenRequest {
  method: string;
  url: string;
  body?: OutboundRequest['body'];
}

/** How often the nonce was used, this use included, and the client's own nonce, one for all uses of it (§3.4.2 needs that). */
export interface NonceUse {
  count: number;
  clientNonce: string;
}

/**
 * Writes the value of Authorization. `challenge` is as the target sent it; its texts hold bytes, one a character. Undefined when it
 * covers the body, and that cannot be read.
 */
export async function writeDigest(
  request: ProvenRequest,
  { username, password }: Digest,
  challenge: DigestChallenge,
  { count, clientNonce }: NonceUse,
): Promise<string | undefined> {
  const { realm, nonce, opaque, algorithm, qop, hashesUser } = challenge;
  const { pathname, search } = new URL(request.url);
  const uri = pathname + search;
  const uses = count.toString(16).padStart(8, '0');
  const hash = (...parts: string[]) => hashWith(challenge, Buffer.from(parts.join(':'), 'latin1'));
  const user = toBytes(username);
  const ofUser = hash(user, realm, toBytes(password));
  const secret = challenge.isSession ? hash(ofUser, nonce, clientNonce) : ofUser;
  const ofBody = qop === 'auth-int' ? await hashBody(challenge.hashName, request.body ?? '') : '';
  if (ofBody === undefined) return undefined;
  const what = qop === 'auth-int' ? hash(request.method, uri, ofBody) : hash(request.method, uri);
  const response = qop ? hash(secret, nonce, uses, clientNonce, qop, what) : hash(secret, nonce, what);
  const pairs = [
    hashesUser ? `username="${hash(user, realm)}"` : writeUser(username),
    `realm=${quote(realm)}`,
    `nonce=${quote(nonce)}`,
    `uri=${quote(uri)}`,
    `response="${response}"`,
    ...(algorithm === undefined ? [] : [`algorithm=${algorithm}`]),
    ...(opaque === undefined ? [] : [`opaque=${quote(opaque)}`]),
    ...(qop ? [`qop=${qop}`, `nc=${uses}`] : []),
    ...(qop || challenge.isSession ? [`cnonce="${clientNonce}"`] : []),
    ...(hashesUser ? ['userhash=true'] : []),
  ];
  return `Digest ${pairs.join(', ')}`;
}

/** Returns the UTF-8 bytes of a text, one a character. */
function toBytes(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** Writes the user name, beyond ASCII by RFC 8187 (§3.4). */
function writeUser(username: string): string {
  if (/^[\x20-\x7e]*$/.test(username)) return `username=${quote(username)}`;
  return `username*=UTF-8''${encodeURIComponent(username).replace(/[!'()*]/g, escapeCharacter)}`;
}

function escapeCharacter(text: string): string {
  return `%${text.charCodeAt(0).toString(16).toUpperCase()}`;
}

function quote(text: string): string {
  return `"${text.replace(/["\\]/g, String.raw`\$&`)}"`;
}
