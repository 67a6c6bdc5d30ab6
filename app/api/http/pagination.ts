// Lists are plain arrays; the address of the next page stands in the Link header (RFC 8288).
import type { Context } from 'hono';
import { z } from 'zod';
import type { PagePosition } from '~/db/core/page-position';
import type { ApiEnv } from './problem-response';

const maxLimit = 100;

/** The content of a cursor is internal and may change: the place in the list after which the next page begins. */
const Cursor = z
  .string()
  .describe('Where the page begins. Copy it from the `Link` header without a change.')
  .transform((cursor, context) => {
    const place = Buffer.from(cursor, 'base64url').toString('utf8');
    if (place !== '' && toCursor(place) === cursor) return place;
    context.addIssue({ code: 'custom', message: 'Take the cursor from the Link header of the page before' });
    return z.NEVER;
  });

const limitText = `Write a whole number from 1 to ${maxLimit}`;

/** `?limit=` (1 to 100) and `?cursor=`. */
export const PageQuery = z.object({
  limit: z.coerce
    .number(limitText)
    .int(limitText)
    .min(1, limitText)
    .max(maxLimit, limitText)
    .default(maxLimit)
    .describe('How many there are on a page, at most.'),
  cursor: Cursor.optional(),
});
export type Page = z.output<typeof PageQuery>;

/** A time that narrows a list (ISO 8601). */
export const Moment = z.iso.datetime({ offset: true, error: 'Write a time like 2026-01-05T12:00:00Z' });

/** The headers of a list's response. */
export const pageHeaders = {
  Link: 'The address of the next page as `<…>; rel="next"` (RFC 8288); missing on the last one.',
};

/** Returns a row's place for {@link takePage}. It stays valid after the row is deleted, so no row is skipped or repeated. */
export function formatPosition({ createdAt, id }: PagePosition): string {
  return `${createdAt} ${id}`;
}

/** Reads a place; undefined also for places of an earlier version, whose lists begin anew. */
export function parsePosition(place: string | undefined): PagePosition | undefined {
  const [, createdAt, id] = /^(\d+) (.+)$/.exec(place ?? '') ?? [];
  return createdAt === undefined || id === undefined ? undefined : { createdAt: Number(createdAt), id };
}

function toCursor(place: string): string {
  return Buffer.from(place, 'utf8').toString('base64url');
}

/** Names the next page in the response: this address with another cursor, for a list that goes on behind `place`. */
export function linkToNextPage(c: Context<ApiEnv>, place: string): void {
  const query = new URLSearchParams({ ...c.req.query(), cursor: toCursor(place) });
  c.header('Link', `<${c.req.path}?${query.toString()}>; rel="next"`);
}

/**
 * Returns a page of rows. The caller reads one row more than `limit`, which only tells whether there is another page. `placeOf`
 * returns the place of a row.
 */
export function takePage<Row>(
  c: Context<ApiEnv>,
  { limit }: Pick<Page, 'limit'>,
  rows: Row[],
  placeOf: (row: Row) => string,
): Row[] {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  if (last !== undefined && rows.length > limit) linkToNextPage(c, placeOf(last));
  return page;
}

/** Returns a page of a list that is read whole because it is short. A cursor that is no longer in the list begins anew. */
export function cutPage<Row>(
  c: Context<ApiEnv>,
  page: Page,
  rows: Row[],
  placeOf: (row: Row) => string,
): Row[] {
  const first = page.cursor === undefined ? 0 : rows.findIndex((row) => placeOf(row) === page.cursor) + 1;
  return takePage(c, page, rows.slice(first), placeOf);
}
