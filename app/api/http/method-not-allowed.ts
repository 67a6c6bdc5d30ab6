import type { Context } from 'hono';
import { type ApiEnv, problemResponse } from './problem-response';

/** Answers 405, and names the methods that the address has in `Allow` (RFC 9110 §15.5.6) and in the message. */
export function rejectMethod(c: Context<ApiEnv>, methods: readonly string[]): Response {
  const allowed = methods.join(', ');
  c.header('Allow', allowed);
  const message = `${c.req.method} is not allowed here. Allowed: ${allowed}.`;
  return problemResponse(c, { kind: 'method-not-allowed', message });
}
