import type { ActionFunctionArgs, AppLoadContext, EntryContext, LoaderFunctionArgs } from '@remix-run/node';
import { isRouteErrorResponse, RemixServer } from '@remix-run/react';
import { renderToPipeableStream } from 'react-dom/server';
import { renderPage } from './api/http/pages/render-page';
import { FailedRequestProvider } from './components/network/failed-request';
import { NonceProvider } from './components/network/csp-nonce';
import { readLoaderData } from './components/network/loader-data.server';
import { createRenderTurns } from './components/network/render-turns.server';
import { YieldProvider } from './components/network/yield-point';

/** How long a page may take to render. */
const abortDelayMs = 5_000;

/** Sends a page once all of it is rendered, so that a browser never waits for a part. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  { app, nonce, failure }: AppLoadContext,
): Promise<Response> {
  const failed = status >= 500 ? await failure?.describe() : undefined;
  await readLoaderData(remixContext);
  const turns = createRenderTurns();
  const page = await renderPage(
    (events) =>
      renderToPipeableStream(
        <NonceProvider value={nonce}>
          <FailedRequestProvider value={failed}>
            <YieldProvider value={turns.yieldPoint}>
              <RemixServer context={remixContext} url={request.url} abortDelay={abortDelayMs} nonce={nonce} />
            </YieldProvider>
          </FailedRequestProvider>
        </NonceProvider>,
        { nonce, ...events },
      ),
    {
      timeoutMs: abortDelayMs + 1_000,
      hasRoom: () => turns.hasRoom(),
      onPartError(error) {
        app.log.error({ err: error, url: request.url }, 'a page failed while it was rendered');
      },
    },
  );
  headers.set('Content-Type', 'text/html; charset=utf-8');
  return new Response(new Uint8Array(lowerScripts(page)), { headers, status });
}

const preload = '<link rel="modulepreload"';

/**
 * Gives the preloads of script a low priority, so that the style sheet, the font and pictures come first. Remix sets no
 * priority, and a browser loads all of them with the same one. The preloads are next to each other, so little of the page is
 * searched.
 */
function lowerScripts(page: Buffer): Buffer {
  const first = page.indexOf(preload);
  if (first < 0) return page;
  const last = page.lastIndexOf(preload) + preload.length;
  const lowered = page.toString('utf8', first, last).replaceAll(preload, `${preload} fetchpriority="low"`);
  return Buffer.concat([page.subarray(0, first), Buffer.from(lowered), page.subarray(last)]);
}

/** Logs an error, except for a cancelled request and for a method that no screen has. */
export function handleError(
  error: unknown,
  { request, context }: LoaderFunctionArgs | ActionFunctionArgs,
): void {
  const isRefusal = isRouteErrorResponse(error) && error.status < 500;
  if (request.signal.aborted || isRefusal) return;
  context.failure?.note(error);
  // Its query may hold the token of a mailed link.
  const { pathname: path } = new URL(request.url);
  context.app.log.error({ err: error, path }, 'a screen failed');
}
