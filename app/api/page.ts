// Lists answer plain arrays, newest first; the address of the next page stands in the Link header (RFC 8288).
import type { Context } from 'hono';
import type { ApiEnv } from './answer';

const maxLimit = 100;

/** `?limit=` (1 to 100; anything else means 100) and `?cursor=` (as a Link header gave it). */
export function readPage(c: Context<ApiEnv>): { limit: number; cursor: string | undefined } {
  const limit = Number(c.req.query('limit') ?? maxLimit);
  const isUsable = Number.isInteger(limit) && limit >= 1 && limit <= maxLimit;
  return { limit: isUsable ? limit : maxLimit, cursor: c.req.query('cursor') };
}

/** Names the next page: this one's address with another cursor. */
export function linkToNextPage(c: Context<ApiEnv>, cursor: string): void {
  const query = new URLSearchParams({ ...c.req.query(), cursor });
  c.header('Link', `<${c.req.path}?${query.toString()}>; rel="next"`);
}
