// Conditional requests (RFC 9110 §13): a caller who asks again gets in a few bytes that nothing changed.
import { createHash } from 'node:crypto';
import type { Context, Next } from 'hono';
import type { ApiEnv } from './problem-response';

/**
 * Gives a successful answer an `ETag` of what it says, and answers 304 when `If-None-Match` names it. The tag is weak:
 * a proxy that compresses changes the bytes and not the meaning.
 */
export async function respondWithEtag(c: Context<ApiEnv>, next: Next): Promise<void> {
  await next();
  if (c.res.status !== 200) return;
  const body = Buffer.from(await c.res.clone().arrayBuffer());
  const tag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  c.header('ETag', tag);
  c.header('Cache-Control', 'private, no-cache');
  if (!matches(c.req.header('If-None-Match'), tag)) return;
  const headers = new Headers(c.res.headers);
  headers.delete('Content-Type');
  headers.delete('Content-Length');
  c.res = new Response(null, { status: 304, headers });
}

/** The weak comparison of RFC 9110 §8.8.3.2 with each of a list, or with anything for `*`. */
function matches(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  return header.split(',').some((each) => opaquePart(each.trim()) === opaquePart(tag));
}

function opaquePart(tag: string): string {
  return tag.replace(/^W\//, '');
}
