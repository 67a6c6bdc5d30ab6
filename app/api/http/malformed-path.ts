import type { MiddlewareHandler } from 'hono';
import { findEncodingProblem } from '~/engine/stores/store-address';
import { type ApiEnv, problemResponse } from './problem-response';

/**
 * Refuses a path that cannot be decoded: its parts would be taken as they are written, and name something else. Problem: not-found.
 */
export const refuseMalformedPath: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const message = findEncodingProblem(new URL(c.req.url).pathname);
  return message === undefined ? next() : problemResponse(c, { kind: 'not-found', message });
};
