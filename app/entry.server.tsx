import { PassThrough } from 'node:stream';
import {
  type ActionFunctionArgs,
  type AppLoadContext,
  type EntryContext,
  type LoaderFunctionArgs,
  createReadableStreamFromReadable,
} from '@remix-run/node';
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
    /** What carries the page to its reader: there once the page is. */
    let body: PassThrough | undefined;
    const { pipe, abort } = renderToPipeableStream(
      <NonceProvider value={nonce}>
        <FailedRequestProvider value={failed}>
          <RemixServer context={remixContext} url={request.url} abortDelay={abortDelayMs} nonce={nonce} />
        </FailedRequestProvider>
      </NonceProvider>,
      {
        nonce,
        onAllReady() {
          body = new PassThrough();
          headers.set('Content-Type', 'text/html; charset=utf-8');
          resolve(new Response(createReadableStreamFromReadable(body), { headers, status }));
          pipe(body);
        },
        onShellError: reject,
        onError(error) {
          // React tells a reader who left as an error, too: the stream that it wrote to is closed then.
          if (body && !body.destroyed)
            app.log.error({ err: error, url: request.url }, 'a page failed while it was rendered');
        },
      },
    );
    setTimeout(abort, abortDelayMs + 1_000).unref();
  });
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
