// Lists answer plain arrays, newest first; the address of the next page stands in the Link header (RFC 8288).
import type { Context } from 'hono';
import type { ApiEnv } from './answer';

const maxLimit = 100;

/** `?limit=` (1 to 100, else 100) and `?cursor=` (as a Link header gave it). */
export function readPage(c: Context<ApiEnv>): { limit: number; cursor: string | undefined } {
  const limit = Number(c.req.query('limit') ?? maxLimit);
  const isUsable = Number.isInteger(limit) && limit >= 1 && limit <= maxLimit;
  return { limit: isUsable ? limit : maxLimit, cursor: c.req.query('cursor') };
}

export function linkToNextPage(c: Context<ApiEnv>, appUrl: string, cursor: string): void {
  const next = new URL(c.req.path, appUrl);
  for (const [name, value] of Object.entries(c.req.query())) next.searchParams.set(name, value);
  next.searchParams.set('cursor', cursor);
  c.header('Link', `<${next.href}>; rel="next"`);
}
