// The page for a change that the server refuses before any screen sees it. It works without script.
import type { Context } from 'hono';
import { html } from 'hono/html';
import { refusalHeader } from '~/failures';
import { describeProblem, type Problem } from '~/problem';
import { type ApiEnv, problemResponse } from './problem-response';

type Html = ReturnType<typeof html>;

/** A page in place of the screen. `content`: its paragraphs. */
export interface RefusalPage {
  title: string;
  content: Html;
}

/**
 * Refuses a request. A form that a browser sent without script is answered by a page, any other request by JSON. Script of a
 * screen reads the message in a header, and shows it beside the form.
 */
export function refuseRequest(
  c: Context<ApiEnv>,
  problem: Problem,
  stylesheet: string,
  describe: (message: string) => RefusalPage,
): Response | Promise<Response> {
  const { status, headers, body } = describeProblem(problem);
  c.header(refusalHeader, body.message);
  if (!c.req.header('Accept')?.includes('text/html')) return problemResponse(c, problem);
  const page = renderPage(stylesheet, describe(body.message));
  return c.html(page, status, { ...headers, 'Cache-Control': 'no-store' });
}

function renderPage(stylesheet: string, { title, content }: RefusalPage): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Wicked Integrations</title>
        <link rel="stylesheet" href="${stylesheet}" />
      </head>
      <body>
        <main class="mx-auto max-w-3xl px-gutter pt-8">
          <h1 class="text-2xl font-medium tracking-tight">${title}</h1>
          <div class="mt-3 flex flex-col gap-3 text-ink-muted wrap-anywhere">${content}</div>
        </main>
      </body>
    </html>`;
}
