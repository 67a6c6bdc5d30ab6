// While the installation is read-only, the server refuses every change with a message. Exempt are the calls by which an
// administrator ends that state, and those that concern only who is signed in and what they look at.
import type { MiddlewareHandler } from 'hono';
import { html } from 'hono/html';
import type { AppContext } from '~/context';
import { rejectWhenReadOnly } from '~/services/installation/read-only';
import { type RefusalPage, refuseRequest } from './refusal-page';
import type { ApiEnv } from './problem-response';

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The paths of screens and of the API that still accept changes. */
const stayOpen = [
  '/admin',
  '/installation/resume',
  '/login',
  '/logout',
  '/organization/switch',
  // By which an administrator without a password proves who they are, before what /admin asks a proof for.
  '/profile/proof/passkey',
  '/theme',
  '/api/installation',
  '/auth/login',
  '/auth/logout',
];

/** Refuses changes; mounted after the health calls. A browser without script gets a page, every other caller JSON. */
export function refuseWhenReadOnly({ db }: AppContext, stylesheet: string): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    if (reading.has(c.req.method) || isOpen(c.req.path)) return next();
    const refused = await rejectWhenReadOnly(db);
    return refused ? refuseRequest(c, refused, stylesheet, describePage) : next();
  };
}

/** Checks whether the path is exempt. With script, Remix sends a screen's form to its path with `.data`. */
function isOpen(path: string): boolean {
  const screen = path.replace(/\.data$/, '');
  return stayOpen.some((open) => screen === open || screen.startsWith(`${open}/`));
}

function describePage(message: string): RefusalPage {
  return {
    title: 'Read-only',
    content: html`
      <p>${message}</p>
      <p>What you typed is still there when you go back.</p>
    `,
  };
}
