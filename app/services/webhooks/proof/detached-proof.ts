// Detached JSON Web Signatures: a header holds `head..signature`, and the request holds the signed text (RFC 7515 appendix F).
import { isSame } from '~/auth/constant-time';
import type { DetachedProof } from '~/engine/senders/proof';
import { openBody } from './body-fields';
import type { KeyCheck } from './sender-key';
import type { SignedRequest } from './signed-request';
import { isRecent } from './signing-time';
import { isInQuery } from './signed-text';
import { isSignedByAny, parseObjectOrEmpty } from './token-proof';

interface Detached {
  head: Record<string, unknown>;
  /** The encoded head as it came, because it is signed. */
  headText: string;
  signature: Buffer;
}

const maxCharacters = 8_192;

function readDetached(
  request: Pick<SignedRequest, 'header'>,
  { header }: DetachedProof,
): Detached | undefined {
  const text = request.header(header) ?? '';
  const [, headText, signature] = /^([\w-]+)\.\.([\w-]+)$/.exec(text.slice(0, maxCharacters + 1)) ?? [];
  if (text.length > maxCharacters || headText === undefined || signature === undefined) return undefined;
  const head = parseObjectOrEmpty(Buffer.from(headText, 'base64url').toString('utf8'));
  return { head, headText, signature: Buffer.from(signature, 'base64url') };
}

/** Returns the name of a key in its set (`kid`); undefined when the signature names none. */
export function findDetachedKid(request: SignedRequest, proof: DetachedProof): string | undefined {
  const kid = readDetached(request, proof)?.head.kid;
  return typeof kid === 'string' ? kid : undefined;
}

/** Labels of a host name, the last of letters: no numeric address, and nothing that could lead to another host. */
const hostName = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]{0,61}[a-z\d]$/i;

/** Returns where the key is published; undefined when the request names no place, or one that the proof does not allow. */
export function findDetachedKeyAddress(
  request: SignedRequest,
  proof: DetachedProof,
  secret: string,
): string | undefined {
  const detached = readDetached(request, proof);
  if (detached === undefined) return undefined;
  const { keysAt } = proof;
  if (typeof keysAt === 'string') return keysAt;
  if ('path' in keysAt)
    return secret.length <= 253 && hostName.test(secret) ? `https://${secret}${keysAt.path}` : undefined;
  // RFC 7515 §4.1.2 and §4.1.5.
  const named = detached.head.jku ?? detached.head.x5u;
  return keysAt.find((address) => address === named);
}

/**
 * Returns the check of the signature when the request is for this trigger and recent where it names a time; else undefined.
 * `now`: milliseconds since 1970.
 */
export function prepareDetachedCheck(
  request: SignedRequest,
  proof: DetachedProof,
  { secret, now }: { secret: string; now: number },
): KeyCheck | undefined {
  const detached = readDetached(request, proof);
  if (!detached || !isMeant(request, proof, secret)) return undefined;
  const { head, headText, signature } = detached;
  if (!isOfNow(request, proof, now)) return undefined;
  const isPlain = head.b64 === false;
  if (proof.isUnencoded && !isPlain) return undefined;
  // RFC 7515 §4.1.11: a recipient must reject extensions that it does not understand. RFC 7797 is understood.
  if (head.crit !== undefined && !(isPlain && JSON.stringify(head.crit) === '["b64"]')) return undefined;
  return (keys) =>
    listPayloads(request, proof, head).some((payload) => {
      const written = isPlain ? payload : Buffer.from(payload.toString('base64url'));
      const signed = Buffer.concat([Buffer.from(`${headText}.`), written]);
      return isSignedByAny({ head, signed, signature }, keys);
    });
}

/** Checks whether the request is for us: a sender with one key for all customers also signs for strangers. */
function isMeant(request: SignedRequest, { isFor }: DetachedProof, secret: string): boolean {
  if (isFor === 'address') return true;
  if (secret === '') return false;
  return isFor === 'query'
    ? isInQuery(request, 'secret', secret)
    : isSame(openBody(request)(isFor.field) ?? '', secret);
}

/** Returns the signed time of sending, as it is written; undefined when the signature covers none. */
export function findDetachedTime(
  request: Pick<SignedRequest, 'header'>,
  proof: DetachedProof,
): string | undefined {
  const { time } = proof;
  const head = readDetached(request, proof)?.head ?? {};
  if (time === undefined) return undefined;
  if ('head' in time) {
    const stated = Object.hasOwn(head, time.head) ? head[time.head] : undefined;
    return typeof stated === 'number' || typeof stated === 'string' ? String(stated) : undefined;
  }
  const isListed = listHeaders(head).some((name) => name.toLowerCase() === time.listedHeader);
  // A listed header that is missing gives an invalid time, so that the check of the time fails.
  return isListed ? (request.header(time.listedHeader) ?? '') : undefined;
}

function isOfNow(request: SignedRequest, proof: DetachedProof, now: number): boolean {
  const { time, toleranceSeconds = 0 } = proof;
  const stated = findDetachedTime(request, proof);
  if (stated === undefined) return time === undefined || 'listedHeader' in time;
  return isRecent(stated, toleranceSeconds, now);
}

const maxListed = 30;

/** Returns the names of the headers that TrueLayer says it signed, spelled as they are signed. */
function listHeaders({ tl_headers: listed }: Record<string, unknown>): string[] {
  return typeof listed === 'string' ? listed.split(',').filter(Boolean) : [];
}

/** Lists the texts that may be signed; each covers the whole body. */
function listPayloads(
  request: SignedRequest,
  { signed }: DetachedProof,
  head: Record<string, unknown>,
): Buffer[] {
  if (signed === 'body') return [request.body];
  // https://github.com/TrueLayer/truelayer-signing: method and path, a line for each header that `tl_headers` lists, the body.
  const names = listHeaders(head);
  if (names.length > maxListed) return [];
  const lines = names.map((name) => `${name}: ${request.header(name.toLowerCase()) ?? ''}\n`).join('');
  const { pathname, search } = new URL(request.address);
  const paths = search === '' ? [pathname] : [pathname, `${pathname}${search}`];
  return paths.map((path) =>
    Buffer.concat([Buffer.from(`${request.method} ${path}\n${lines}`), request.body]),
  );
}
