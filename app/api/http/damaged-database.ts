// With a damaged database the server reads and changes nothing more. It still answers the requests that watch its health.
import type { MiddlewareHandler } from 'hono';
import type { AppContext } from '~/context';
import { describeProblem } from '~/problem';
import { rejectWhenDamaged } from '~/services/installation/database-damage';
import { type ApiEnv, problemResponse } from './problem-response';

/** Refuses requests while the database is damaged. Mounted after the health calls. Browsers get a page, other callers JSON. */
export function closeWhenDamaged({ damage }: AppContext): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const refused = rejectWhenDamaged(damage);
    if (!refused) return next();
    if (!c.req.header('Accept')?.includes('text/html')) return problemResponse(c, refused);
    const { status, headers, body } = describeProblem(refused);
    return c.html(describePage(body.message), status, { ...headers, 'Cache-Control': 'no-store' });
  };
}

function describePage(message: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Wicked Integrations</title><main><h1>Out of order</h1><p>${message}</p></main></html>`;
}
