// While the installation is read-only, the server refuses every change with a message. Exempt are the calls by which an
// administrator ends that state, and those that concern only who is signed in and what they look at.
import type { MiddlewareHandler } from 'hono';
import { html } from 'hono/html';
import type { AppContext } from '~/context';
import { refusalHeader } from '~/failures';
import { describeProblem } from '~/problem';
import { rejectWhenReadOnly } from '~/services/installation/read-only';
import { type ApiEnv, problemResponse } from './problem-response';

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The paths of screens and of the API that still accept changes. */
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

/** Refuses changes; mounted after the health calls. A browser without script gets a page, every other caller JSON. */
export function refuseWhenReadOnly({ db }: AppContext, stylesheet: string): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    if (reading.has(c.req.method) || isOpen(c.req.path)) return next();
    const refused = await rejectWhenReadOnly(db);
    if (!refused) return next();
    const { status, headers, body } = describeProblem(refused);
    c.header(refusalHeader, body.message);
    if (!c.req.header('Accept')?.includes('text/html')) return problemResponse(c, refused);
    const page = describePage(stylesheet, body.message);
    return c.html(page, status, { ...headers, 'Cache-Control': 'no-store' });
  };
}

/** Checks whether the path is exempt. With script, Remix sends a screen's form to its path with `.data`. */
function isOpen(path: string): boolean {
  const screen = path.replace(/\.data$/, '');
  return stayOpen.some((open) => screen === open || screen.startsWith(`${open}/`));
}

function describePage(stylesheet: string, message: string) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Read-only · Wicked Integrations</title>
        <link rel="stylesheet" href="${stylesheet}" />
      </head>
      <body>
        <main class="mx-auto max-w-3xl px-gutter pt-8">
          <h1 class="text-2xl font-medium tracking-tight">Read-only</h1>
          <div class="mt-3 flex flex-col gap-3 text-ink-muted">
            <p>${message}</p>
            <p>What you typed is still there when you go back.</p>
          </div>
        </main>
      </body>
    </html>`;
}
