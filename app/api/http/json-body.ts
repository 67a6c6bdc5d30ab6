// A JSON body, read once and bounded, before the route's schema looks at it.
import type { MiddlewareHandler } from 'hono';
import type { z } from 'zod';
import { decodeAs, notUtf8Text } from '~/engine/http/charset';
import { halfPairText, holdsHalfPair } from '~/engine/json/half-pair';
import '~/engine/schema/issue-words';
import { listFields } from '~/engine/schema/issue-fields';
import type { Problem, ProblemArea } from '~/problem';
import { type ApiEnv, problemResponse } from './problem-response';
import { readBytes } from './buffered-body';

/** Bytes of a JSON body, where a route does not say more. */
export const usualBody = 256 * 1024;

/** When a body took longer than this to arrive, its sender may have lost their rights meanwhile. */
const slowBodyMs = 1_000;

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
 * Reads the body as JSON text of at most `maxBytes`, for `c.req.json()` and `c.req.text()`. Problems: not-json, too-large,
 * unparsable; unavailable when too many strangers send one. `isOptional`: a request without a content type has none.
 * `isUnread`: the route reads and bounds the body itself. `mayHoldHalfPairs`: half of a surrogate pair is not unparsable, since all of
 * it is kept as JSON text.
 */
export function readJsonBody(
  { maxBytes = usualBody, isOptional = false, isUnread = false, mayHoldHalfPairs = false }: BodyReading,
  area?: ProblemArea,
): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    c.set('area', area);
    const type = c.req.header('Content-Type');
    if (type === undefined && isOptional) return next();
    // Insisting on the type is a defence, too: a page of another site cannot send it without asking first (CORS).
    if (type?.split(';')[0]?.trim().toLowerCase() !== 'application/json') {
      return problemResponse(c, { kind: 'not-json' }, area);
    }
    if (isUnread) return next();
    const isKnown = (c.get('actor') ?? c.get('person')) !== undefined;
    const beganAt = performance.now();
    const body = await readBytes(c.req.raw, { maxBytes, held: isKnown ? undefined : c.get('bodies') });
    if ('kind' in body) return problemResponse(c, body, area);
    c.set('hadSlowBody', performance.now() - beganAt > slowBodyMs);
    // JSON is UTF-8, whatever charset is named (RFC 8259 §8.1, §11); replaced signs would change a secret unseen.
    const text = decodeAs(body, undefined);
    if (text === undefined) return problemResponse(c, { kind: 'unparsable', message: notUtf8Text }, area);
    try {
      c.set('sentJson', JSON.parse(text));
    } catch {
      return problemResponse(c, { kind: 'unparsable', message: 'The body is not valid JSON.' }, area);
    }
    if (!mayHoldHalfPairs && holdsHalfPair(text)) {
      return problemResponse(c, { kind: 'unparsable', message: halfPairText }, area);
    }
    // Hono's readers recognize the content type only in its shortest spelling.
    if (type !== 'application/json') c.req.raw = withType(c.req.raw, 'application/json');
    // What Hono reads a body from once it was read.
    Object.assign(c.req.bodyCache, { text: Promise.resolve(text) });
    return next();
  };
}

/** The request without its body, as of another type. */
function withType({ url, method, headers, signal }: Request, type: string): Request {
  const changed = new Headers(headers);
  changed.set('Content-Type', type);
  return new Request(url, { method, headers: changed, signal });
}

/** What a schema found wrong, with the messages by field. A body that is of another kind as a whole has none, so the message says it. */
export function describeIssues(issues: z.core.$ZodIssue[]): Problem {
  const { '': _whole, ...fields } = listFields(issues);
  if (Object.keys(fields).length > 0) return { kind: 'invalid', fields };
  const isOtherKind = issues.some(({ code, path }) => code === 'invalid_type' && path.length === 0);
  return {
    kind: 'invalid',
    ...(isOtherKind && { message: 'Send an object as the body, as {"name": "value"}.' }),
  };
}
