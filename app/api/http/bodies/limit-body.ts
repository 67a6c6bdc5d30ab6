import type { MiddlewareHandler } from 'hono';
import { isImport } from '../import-upload';
import { type ApiEnv, problemResponse } from '../problem-response';
import { isRunForm } from '../run-form';
import { isJson } from './json-body';

/**
 * Refuses bodies over `maxBytes` (413), except uploads, whose reader counts the bytes and has its own message. Also refuses a
 * body of unknown length (411, RFC 9110 §15.5.12), unless it is JSON, whose reader counts while it reads.
 */
export function limitBody(maxBytes: number): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    if (!isImport(c.req) && !isRunForm(c.req) && Number(c.req.header('Content-Length') ?? 0) > maxBytes)
      return problemResponse(c, { kind: 'too-large' });
    if (c.req.header('Transfer-Encoding') && !isJson(c.req.header('Content-Type')))
      return problemResponse(c, { kind: 'length-required' });
    return next();
  };
}
