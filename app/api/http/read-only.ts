// While the installation is read-only, whatever would change something is refused in words, but what an administrator needs to end
// it, and what only concerns who is signed in and what they look at.
import type { MiddlewareHandler } from 'hono';
import type { AppContext } from '~/context';
import { describeProblem } from '~/problem';
import { rejectWhenReadOnly } from '~/services/installation/read-only';
import { type ApiEnv, problemResponse } from './problem-response';

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Screens, and the places of the API. */
const stayOpen = [
  '/admin',
  '/installation/resume',
  '/login',
  '/logout',
  '/organization/switch',
  '/theme',
  '/api/installation',
  '/auth/login',
  '/auth/logout',
];

/** Stands before everything but health. A browser without script is answered with a page, everybody else with JSON. */
export function refuseWhenReadOnly({ db }: AppContext): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    if (reading.has(c.req.method) || isOpen(c.req.path)) return next();
    const refused = await rejectWhenReadOnly(db);
    if (!refused) return next();
    if (!c.req.header('Accept')?.includes('text/html')) return problemResponse(c, refused);
    const { status, headers, body } = describeProblem(refused);
    return c.html(describePage(body.message), status, { ...headers, 'Cache-Control': 'no-store' });
  };
}

/** Remix sends a screen's form to its path with `.data`, where there is script. */
function isOpen(path: string): boolean {
  const screen = path.replace(/\.data$/, '');
  return stayOpen.some((open) => screen === open || screen.startsWith(`${open}/`));
}

function describePage(message: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Read-only · Wicked Integrations</title><main><h1>Read-only</h1><p>${message}</p><p>What you typed is still there when you go back.</p></main></html>`;
}
