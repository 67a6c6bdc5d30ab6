// Retries of a call: their bounds, and how long each waits: as its rule says, and at least as long as the target asked for.
import { readPath } from '../paths/path-walk';

/** The retries of a rule, within their bounds. */
interface Retry {
  maxRetries: number;
  retryDelay: number;
  backoffStrategy: 'linear' | 'exponential';
}

export const retryBounds = {
  maxRetries: { min: 1, max: 3 },
  retryDelay: { min: 100, max: 30_000 },
} as const;

export const defaultRetry: Retry = { maxRetries: 3, retryDelay: 1_000, backoffStrategy: 'linear' };

/** The longest time that a target can make an execution wait for one attempt, in milliseconds. */
export const maxRetryAfterMs = 300_000;

/** Rounds the numbers and brings them within their bounds. Missing values get their default. */
export function clampRetry(given: { [Key in keyof Retry]?: Retry[Key] | undefined }): Retry {
  const { maxRetries = defaultRetry.maxRetries, retryDelay = defaultRetry.retryDelay } = given;
  return {
    maxRetries: clamp(maxRetries, retryBounds.maxRetries),
    retryDelay: clamp(retryDelay, retryBounds.retryDelay),
    backoffStrategy: given.backoffStrategy ?? defaultRetry.backoffStrategy,
  };
}

function clamp(value: number, { min, max }: { min: number; max: number }): number {
  return Math.min(max, Math.max(min, Math.round(value)));
}

/**
 * Returns the milliseconds from the `attempt`-th try, counted from 1, to the next: linear is base × attempt, exponential is
 * base × 2 to the power of attempt - 1. Never less than `retryAfterMs`.
 */
export function computeDelay(
  { retryDelay, backoffStrategy }: Retry,
  attempt: number,
  retryAfterMs: number,
): number {
  const factor = backoffStrategy === 'linear' ? attempt : 2 ** (attempt - 1);
  return Math.max(retryDelay * factor, retryAfterMs);
}

/**
 * Returns the wait that Retry-After asks for (RFC 9110 §10.2.3), in milliseconds from 0 to 300,000; without a readable one, the
 * time until an exhausted rate limit resets; without that, for a 429, the seconds that its body names; else 0. A time counts
 * from the response's own Date, written by the same clock, else from `answeredAt` (milliseconds since 1970).
 */
export function readRetryAfter(
  headers: [name: string, value: string][],
  answeredAt: number,
  { status, body }: { status: number; body: string } = { status: 0, body: '' },
): number {
  const now = readHttpDate(findHeader(headers, 'date') ?? '') || answeredAt;
  const waits = [
    readWait(findHeader(headers, 'retry-after') ?? '', now),
    readReset(headers, now),
    status === 429 ? Math.ceil(readBodySeconds(body) * 1_000) : NaN,
  ];
  const waitMs = waits.find((wait) => !Number.isNaN(wait)) ?? 0;
  return Math.min(maxRetryAfterMs, Math.max(0, waitMs));
}

/** Reads a Retry-After, in seconds or as a date, as milliseconds from now; NaN when it is neither. */
function readWait(value: string, now: number): number {
  return /^\d+$/.test(value) ? Number(value) * 1_000 : readHttpDate(value) - now;
}

/** The header prefixes of GitHub, Okta, X and others, and of draft-ietf-httpapi-ratelimit-headers until its third version. */
const limitNames = ['x-ratelimit', 'x-rate-limit', 'ratelimit'];

/** Reads the reset, in seconds from now or since 1970, as milliseconds from now; NaN when no limit is exhausted. */
function readReset(headers: [name: string, value: string][], now: number): number {
  const used = limitNames.find((name) => findHeader(headers, `${name}-remaining`) === '0');
  const reset = used === undefined ? undefined : findHeader(headers, `${used}-reset`);
  if (reset === undefined || !/^\d{1,10}(?:\.\d+)?$/.test(reset)) return NaN;
  const seconds = Number(reset);
  return seconds < 1_000_000_000 ? seconds * 1_000 : seconds * 1_000 - now;
}

/** The longest body that is read; the body of a refusal is short. */
const maxRefusalLength = 16_384;

/** Reads the seconds in bodies of Telegram (Bot API, ResponseParameters) and Discord (Rate Limits); NaN without them. */
function readBodySeconds(body: string): number {
  if (body.length > maxRefusalLength || !body.includes('"retry_after"')) return NaN;
  const answer = parsePlain(body);
  const places = [readPath(answer, '$.parameters.retry_after'), readPath(answer, '$.retry_after')];
  const seconds = places.flatMap((place) =>
    place.found && typeof place.value === 'number' ? place.value : [],
  );
  return seconds[0] ?? NaN;
}

function parsePlain(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function findHeader(headers: [name: string, value: string][], name: string): string | undefined {
  return headers.find(([candidate]) => candidate.toLowerCase() === name)?.[1].trim();
}

/** Parses a date (RFC 9110 §5.6.7); its oldest form has no zone and means GMT. NaN when it is not a date. */
function readHttpDate(text: string): number {
  if (!/^[A-Z][a-z]{2}/.test(text)) return NaN;
  return Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
}
