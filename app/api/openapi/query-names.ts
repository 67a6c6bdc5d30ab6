// The parameters that a query may have. If a misspelled filter were ignored, the response would hold more than was asked for.
import type { MiddlewareHandler } from 'hono';
import { z } from 'zod';
import { type ApiEnv, problemResponse } from '../http/problem-response';
import { maxNamed } from './field-names';

/** Lists the names that a route's query may have; none for a route without a query. */
export function listQueryNames(query: unknown): string[] {
  return query instanceof z.ZodObject ? Object.keys(query.shape) : [];
}

/** Refuses a query with any other name, and names it, or the first `maxNamed`. Problem: invalid. */
export function refuseUnknownQuery(names: string[]): MiddlewareHandler<ApiEnv> {
  const text = names.length === 0 ? 'This call takes no query' : `This call only takes ${names.join(', ')}`;
  return async (c, next) => {
    const unknown = Object.keys(c.req.queries()).filter((name) => !names.includes(name));
    if (unknown.length === 0) return next();
    const fields = Object.fromEntries(unknown.slice(0, maxNamed).map((name) => [name, [text]]));
    return problemResponse(c, { kind: 'invalid', fields });
  };
}
