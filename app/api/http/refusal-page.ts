// The page for a change that the server refuses before any screen sees it. It works without script.
import type { Context } from 'hono';
import { html } from 'hono/html';
import { refusalHeader } from '~/failures';
import { describeProblem, type Problem } from '~/problem';
import { renderPlainPage } from './plain-page';
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
  const { title, content } = describe(body.message);
  const page = renderPlainPage(stylesheet, {
    title,
    width: 'max-w-3xl',
    content: html`
      <h1 class="text-2xl font-medium tracking-tight">${title}</h1>
      <div class="mt-3 flex flex-col gap-3 text-ink-muted wrap-anywhere">${content}</div>
    `,
  });
  return c.html(page, status, { ...headers, 'Cache-Control': 'no-store' });
}
