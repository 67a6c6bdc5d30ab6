import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ActionFunctionArgs, AppLoadContext, EntryContext, LoaderFunctionArgs } from '@remix-run/node';
import { isRouteErrorResponse, RemixServer } from '@remix-run/react';
import { renderToPipeableStream } from 'react-dom/server';
import { FailedRequestProvider } from './components/network/failed-request';
import { NonceProvider } from './components/network/csp-nonce';

/** How long a page may take to render. */
const abortDelayMs = 5_000;

/** Sends a page once the whole of it is rendered: a browser never waits for a part of it. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  { app, nonce, failure }: AppLoadContext,
): Promise<Response> {
  const failed = status >= 500 ? await failure?.describe() : undefined;
  return new Promise((resolve, reject) => {
    /** An error before it fails the whole page, which `handleError` is told of. */
    let hasShell = false;
    const { pipe, abort } = renderToPipeableStream(
      <NonceProvider value={nonce}>
        <FailedRequestProvider value={failed}>
          <RemixServer context={remixContext} url={request.url} abortDelay={abortDelayMs} nonce={nonce} />
        </FailedRequestProvider>
      </NonceProvider>,
      {
        nonce,
        onShellReady() {
          hasShell = true;
        },
        onAllReady() {
          headers.set('Content-Type', 'text/html; charset=utf-8');
          resolve(text(pipe(new PassThrough())).then((page) => respond(page, { headers, status })));
        },
        onShellError: reject,
        onError(error) {
          if (hasShell)
            app.log.error({ err: error, url: request.url }, 'a page failed while it was rendered');
        },
      },
    );
    setTimeout(abort, abortDelayMs + 1_000).unref();
  });
}

/**
 * Script waits for what is seen: the style sheet, the font and pictures. Remix gives its preloads no priority, and a browser
 * takes them for as urgent as these.
 */
function respond(page: string, init: ResponseInit): Response {
  const lowered = page.replaceAll(
    '<link rel="modulepreload"',
    '<link rel="modulepreload" fetchpriority="low"',
  );
  return new Response(lowered, init);
}

/** A cancelled request is no error of ours, and neither is one by a method that no screen has. */
export function handleError(
  error: unknown,
  { request, context }: LoaderFunctionArgs | ActionFunctionArgs,
): void {
  const isRefusal = isRouteErrorResponse(error) && error.status < 500;
  if (request.signal.aborted || isRefusal) return;
  context.failure?.note(error);
  context.app.log.error({ err: error, url: request.url }, 'a screen failed');
}
