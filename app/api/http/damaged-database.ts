// With a damaged database the server reads and changes nothing more. It still answers the requests that watch its health.
import type { MiddlewareHandler } from 'hono';
import { html } from 'hono/html';
import type { AppContext } from '~/context';
import { rejectWhenDamaged } from '~/services/installation/database-damage';
import type { ApiEnv } from './problem-response';
import { type RefusalPage, refuseRequest } from './refusal-page';

/** Refuses requests while the database is damaged. Mounted after the health calls. Browsers get a page, other callers JSON. */
export function closeWhenDamaged({ damage }: AppContext, stylesheet: string): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const refused = rejectWhenDamaged(damage);
    return refused ? refuseRequest(c, refused, stylesheet, describePage) : next();
  };
}

function describePage(message: string): RefusalPage {
  return { title: 'Out of order', content: html`<p>${message}</p>` };
}
