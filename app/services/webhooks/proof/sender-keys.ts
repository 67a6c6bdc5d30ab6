// Public keys of senders. The guarded client fetches them from the address of the trigger or of the sender's certificate, and
// they are kept for a while. A stranger cannot cause many fetches: an address comes from the trigger or has one exact form.
import { createHash, createPublicKey, X509Certificate } from 'node:crypto';
import type { AppContext } from '~/context';
import type { OutboundFailure, OutboundRequest, OutboundResponse } from '~/outbound/request-response';
import { createTokenBuckets } from '~/services/limits/token-bucket';
import { parseJson } from './body-fields';
import { isWithinBounds, type KeyAddress, type SenderKey, type SenderKeys } from './sender-key';

interface Entry {
  keys: readonly SenderKey[];
  fetchedAt: number;
  /** When the last fetch ended, successful or not. */
  askedAt: number;
  freshUntil: number;
  /** Whether the last fetch failed for a while, so that the sender may have other keys. */
  isUnanswered: boolean;
  /** The host, and what it answered instead of keys; undefined when it sent keys. */
  got?: string;
}

const freshMs = 60 * 60_000;
/** How long a sender's former keys count while its server cannot be reached. */
const staleMs = 24 * 60 * 60_000;
/** The shortest time between two fetches, also after a failure, and for a key that a sender names in vain. */
const pauseMs = 60_000;
const maxKeys = 50;
const maxBytes = 64 * 1024;
const timeoutMs = 5_000;

/**
 * `maxEntries`: how many addresses are remembered. Each organization has its own entries: when its calls to a host fail or wait
 * for their turn, the deliveries of other organizations are not affected.
 */
export function createSenderKeys(
  context: Pick<AppContext, 'outbound' | 'now' | 'log'>,
  maxEntries = 500,
): SenderKeys {
  const entries = new Map<string, Entry>();
  const underWay = new Map<string, Promise<number>>();
  const ofNetwork = createTokenBuckets({ perSecond: 0.2, burst: 10 });
  /** For strangers with many networks. */
  const ofIntegration = createTokenBuckets({ perSecond: 2, burst: 60 });

  /** Fetches keys and keeps them. Returns what `refresh` returns. */
  async function fetchKeys(address: KeyAddress, organizationId: string): Promise<number> {
    const name = keyOf(address, organizationId);
    const request = toRequest(address);
    const answer = await context.outbound.send({
      ...request,
      timeoutMs,
      maxBodyBytes: maxBytes,
      organizationId,
      // A delivery waits for the keys, also while slow calls to their host are in flight.
      skipsLine: true,
    });
    const now = context.now();
    const keys = readAnswer(answer);
    const former = entries.get(name);
    entries.delete(name);
    if (entries.size >= maxEntries) entries.delete(findLeastUseful(entries));
    if (keys.length > 0) {
      entries.set(name, {
        keys,
        fetchedAt: now,
        askedAt: now,
        freshUntil: now + freshMs,
        isUnanswered: false,
      });
      return 0;
    }
    const { host } = new URL(request.url);
    const reason = answer.kind === 'failure' ? answer.message : describeKeyless(answer.status);
    context.log.warn({ host, reason }, 'the public keys of a sender could not be fetched');
    const isUseful = former !== undefined && now - former.fetchedAt < staleMs;
    const entry = {
      keys: isUseful ? former.keys : [],
      fetchedAt: isUseful ? former.fetchedAt : now,
      askedAt: now,
      freshUntil: now + pauseMs,
      isUnanswered: isPassing(answer),
      got: `${host} ${reason}`,
    };
    entries.set(name, entry);
    return secondsUnknown(entry, now);
  }

  /** Returns 0 when a fetch is admitted, or the seconds until one will be. */
  function admitFetch(integrationId: string, network: string, now: number): number {
    return ofNetwork.take(`${integrationId} ${network}`, now) || ofIntegration.take(integrationId, now);
  }

  return {
    findKept(address, organizationId) {
      const entry = entries.get(keyOf(address, organizationId));
      return entry && isFresh(entry, context.now()) ? entry.keys : undefined;
    },
    async refresh(address, { organizationId, integrationId, network }) {
      const name = keyOf(address, organizationId);
      const entry = entries.get(name);
      const now = context.now();
      if (entry && isPausing(entry, now)) return secondsUnknown(entry, now);
      const known = underWay.get(name);
      if (known) return known;
      // What gave keys is asked again whatever strangers use up: it is one request a minute, for an address that none of them
      // made up.
      const gaveKeys = entry !== undefined && entry.keys.length > 0;
      const waitSeconds = gaveKeys ? 0 : admitFetch(integrationId, network, now);
      if (waitSeconds > 0) return waitSeconds;
      const fetching = fetchKeys(address, organizationId).finally(() => underWay.delete(name));
      underWay.set(name, fetching);
      return await fetching;
    },
    explainMissing(address, organizationId) {
      const { got, isUnanswered } = entries.get(keyOf(address, organizationId)) ?? {};
      return got === undefined || isUnanswered
        ? undefined
        : `There is no public key to check it with: ${got}.`;
    },
  };
}

/** Checks whether an address was asked within the pause. A clock that was set back since then does not make it longer. */
function isPausing({ askedAt }: Entry, now: number): boolean {
  return Math.abs(now - askedAt) < pauseMs;
}

function isFresh({ askedAt, freshUntil }: Entry, now: number): boolean {
  return now < freshUntil && now > askedAt - pauseMs;
}

/** Returns the seconds, rounded up, until the pause after a failed fetch is over; 0 when the last fetch was answered. */
function secondsUnknown({ isUnanswered, askedAt }: Entry, now: number): number {
  const pausedMs = pauseMs - Math.abs(now - askedAt);
  return isUnanswered ? Math.ceil(pausedMs / 1000) : 0;
}

type KeyAnswer = OutboundResponse | OutboundFailure;

/**
 * Checks whether the same fetch may succeed later. Any other answer lasts until the address or the credentials are corrected
 * (RFC 9110 §15.4, §15.5), or means that a stranger made up the name of the key.
 */
function isPassing(answer: KeyAnswer): boolean {
  return answer.kind === 'failure' || answer.status >= 500 || passing.has(answer.status);
}

/** Request Timeout, Too Early (RFC 8470 §5.2), Too Many Requests (RFC 6585 §4). */
const passing: ReadonlySet<number> = new Set([408, 425, 429]);

function readAnswer(answer: KeyAnswer): SenderKey[] {
  if (answer.kind === 'failure' || answer.status !== 200) return [];
  return answer.truncated || answer.binary ? [] : readKeys(answer.body);
}

/** Says, behind the name of a host, what it answered instead of keys. */
function describeKeyless(status: number): string {
  return status === 200 ? 'answered without a key that can be used' : `answered HTTP ${status}`;
}

/** Returns the name of an entry; it holds only a hash of the credentials. */
function keyOf(address: KeyAddress, organizationId: string): string {
  if (typeof address === 'string') return `${organizationId} ${address}`;
  return `${organizationId} ${address.url} ${createHash('sha256').update(address.json).digest('hex')}`;
}

/** Builds the request; the client follows no redirects, so nothing is sent elsewhere. */
function toRequest(address: KeyAddress): Pick<OutboundRequest, 'method' | 'url' | 'headers' | 'body'> {
  const accept: [string, string] = ['Accept', 'application/json, application/x-pem-file, */*'];
  if (typeof address === 'string') return { method: 'GET', url: address, headers: [accept] };
  const { url, json: body } = address;
  return { method: 'POST', url, headers: [accept, ['Content-Type', 'application/json']], body };
}

/** Returns the oldest entry without keys, so that a stranger's invented addresses displace no keys; else the oldest entry. */
function findLeastUseful(entries: ReadonlyMap<string, Entry>): string {
  let oldest = '';
  for (const [address, { keys }] of entries) {
    if (keys.length === 0) return address;
    oldest ||= address;
  }
  return oldest;
}

/** Reads a key set (RFC 7517), a single key as `key`, or certificates in PEM; leaves out keys that are not accepted. */
function readKeys(text: string): SenderKey[] {
  return listKeys(text).filter(({ key }) => isWithinBounds(key));
}

function listKeys(text: string): SenderKey[] {
  if (text.includes('-----BEGIN CERTIFICATE-----')) return readCertificate(text);
  const { keys, key } = (parseJson(text) ?? {}) as { keys?: unknown; key?: unknown };
  return Array.isArray(keys) ? keys.slice(0, maxKeys).flatMap(readJwk) : readJwk(key);
}

/** Reads the first certificate of a chain, which is the signer's. */
function readCertificate(pem: string): SenderKey[] {
  try {
    const { publicKey, validFrom, validTo } = new X509Certificate(pem);
    return [{ key: publicKey, validFrom: Date.parse(validFrom), validTo: Date.parse(validTo) }];
  } catch {
    return [];
  }
}

function readJwk(jwk: unknown): SenderKey[] {
  if (typeof jwk !== 'object' || jwk === null) return [];
  const { kty, use, kid, alg, expired_at: end } = jwk as Record<string, unknown>;
  // A symmetric key that is public is no secret.
  if (kty === 'oct' || (use !== undefined && use !== 'sig')) return [];
  try {
    const key = createPublicKey({ key: jwk as Record<string, string>, format: 'jwk' });
    // Plaid says until when a key is valid, in seconds since 1970.
    const ended = typeof end === 'number' ? { validTo: end * 1000 } : {};
    return [{ key, kid: textOrNone(kid), alg: textOrNone(alg), ...ended }];
  } catch {
    return [];
  }
}

function textOrNone(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
