// A JSON body, read once and bounded, before the route's schema looks at it.
import type { MiddlewareHandler } from 'hono';
import type { z } from 'zod';
import { decodeAs, notUtf8Text } from '~/engine/http/charset';
import { halfPairText, holdsHalfPairInParts } from '~/engine/json/half-pair';
import { isNestedDeeperThanInParts } from '~/engine/json/nesting';
import '~/engine/schema/issue-words';
import { limits } from '~/engine/schema/limits';
import { listFields } from '~/engine/schema/issue-fields';
import type { Problem } from '~/problem';
import type { ProblemArea } from '~/problem-areas';
import { runInTurns } from '~/services/event-loop';
import { parsePlainJsonInTurns } from '~/services/large-json';
import { type ApiEnv, problemResponse } from '../problem-response';
import { isBodySent, readBytes } from './buffered-body';

/** The largest JSON body in bytes, where a route does not set another bound. */
const defaultBodyBytes = 256 * 1024;

/** A body that takes longer than this is slow, in milliseconds: its sender may have lost their rights meanwhile. */
const slowBodyMs = 1_000;

const tooDeepText = `The request is nested deeper than ${limits.payloadDepth} levels.`;

/** Checks whether a content type is that of JSON. */
export function isJson(type: string | undefined): boolean {
  return type?.split(';')[0]?.trim().toLowerCase() === 'application/json';
}

/** Checks the caller's rights again after a body that was slow to arrive. */
export function guardAgain(guard: MiddlewareHandler<ApiEnv>): MiddlewareHandler<ApiEnv> {
  return (c, next) => (c.get('hadSlowBody') ? guard(c, next) : next());
}

/** How a route reads its body. */
export interface BodyReading {
  maxBytes?: number;
  isOptional?: boolean;
  isUnread?: boolean;
  mayHoldHalfPairs?: boolean;
}

/**
 * Reads the body as JSON text of at most `maxBytes`, for `c.get('sentJson')`, and for schemas and `c.req.text()`. Problems:
 * not-json, too-large, unparsable; invalid when it nests too deeply; unavailable when too many strangers send a body.
 * `isOptional`: a request without a body needs no content type, and an empty body is an empty object. `isUnread`: the route reads
 * and bounds the body itself. `mayHoldHalfPairs`: accepts half of a surrogate pair, since the whole body is kept as JSON text.
 */
export function readJsonBody(
  {
    maxBytes = defaultBodyBytes,
    isOptional = false,
    isUnread = false,
    mayHoldHalfPairs = false,
  }: BodyReading,
  area?: ProblemArea,
): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    c.set('area', area);
    const type = c.req.header('Content-Type');
    if (type === undefined && isOptional && !isBodySent(c.req.raw.headers)) return next();
    // Requiring the type is also a defence: a page of another site cannot send it without a CORS preflight.
    if (!isJson(type)) {
      return problemResponse(c, { kind: 'not-json' }, area);
    }
    if (isUnread) return next();
    const isKnown = (c.get('actor') ?? c.get('person')) !== undefined;
    const beganAt = performance.now();
    const body = await readBytes(c.req.raw, { maxBytes, held: isKnown ? undefined : c.get('bodies') });
    if ('kind' in body) return problemResponse(c, body, area);
    c.set('hadSlowBody', performance.now() - beganAt > slowBodyMs);
    // JSON is UTF-8, whatever charset is named (RFC 8259 §8.1, §11); replaced characters would change a secret silently.
    const sent = decodeAs(body, undefined);
    const text = sent === '' && isOptional ? '{}' : sent;
    if (text === undefined) return problemResponse(c, { kind: 'unparsable', message: notUtf8Text }, area);
    // First, because parsing a million brackets takes half a second. Walking so deep a value would exhaust the stack.
    if (await runInTurns(isNestedDeeperThanInParts(text, limits.payloadDepth))) {
      return problemResponse(c, { kind: 'invalid', message: tooDeepText }, area);
    }
    try {
      c.set('sentJson', await parsePlainJsonInTurns(text));
    } catch {
      return problemResponse(c, { kind: 'unparsable', message: 'The body is not valid JSON.' }, area);
    }
    if (!mayHoldHalfPairs && (await runInTurns(holdsHalfPairInParts(text)))) {
      return problemResponse(c, { kind: 'unparsable', message: halfPairText }, area);
    }
    // Hono's readers recognize the content type only in its shortest spelling.
    if (type !== 'application/json') c.req.raw = withType(c.req.raw, 'application/json');
    // Hono takes the body from this cache once it was read.
    Object.assign(c.req.bodyCache, { text: Promise.resolve(text) });
    return next();
  };
}

/** Returns the request without its body, with another content type. */
function withType({ url, method, headers, signal }: Request, type: string): Request {
  const changed = new Headers(headers);
  changed.set('Content-Type', type);
  return new Request(url, { method, headers: changed, signal });
}

/** Describes what a schema found wrong, by field. A body of another kind has no fields, so the message says it. */
export function describeIssues(issues: z.core.$ZodIssue[]): Problem {
  const { '': _whole, ...fields } = listFields(issues);
  if (Object.keys(fields).length > 0) return { kind: 'invalid', fields };
  const isOtherKind = issues.some(({ code, path }) => code === 'invalid_type' && path.length === 0);
  return {
    kind: 'invalid',
    ...(isOtherKind && { message: 'Send an object as the body, as {"name": "value"}.' }),
  };
}
