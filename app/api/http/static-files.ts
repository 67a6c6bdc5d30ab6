import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { serveStatic } from '@hono/node-server/serve-static';
import type { Hono, MiddlewareHandler } from 'hono';
import { type ApiEnv, problemResponse } from './problem-response';

/** The client build is stored beside the server build, wherever both are. */
const root = fileURLToPath(new URL('../client', import.meta.url));

/** The files that `npm run build` and `npm run keep-assets` kept from former builds, for pages that were opened before. */
const formerRoot = fileURLToPath(new URL('../former', import.meta.url));

/** Serves the browser's files. Names under /assets/ hold a hash of their content, so they never change. */
export function mountAssets(app: Hono<ApiEnv>): void {
  app.use('/assets/*', allowCaching('public, max-age=31536000, immutable'));
  app.use('/assets/*', serveStatic({ root, precompressed: true }));
  app.use('/assets/*', serveFormer());
  app.all('/assets/*', (c) => problemResponse(c, { kind: 'not-found' }));
  app.use('/favicon.svg', allowCaching('public, max-age=86400'), serveStatic({ root }));
}

/** Serves files of former builds. A build in the folder that this server runs from may create the directory after the start. */
function serveFormer(): MiddlewareHandler {
  let serve: MiddlewareHandler | undefined;
  return async (c, next) => {
    if (!serve && existsSync(formerRoot)) serve = serveStatic({ root: formerRoot, precompressed: true });
    return serve ? serve(c, next) : next();
  };
}

/** Sets the header after the response, since a header set before `serveStatic` finds the file does not reach the response. */
function allowCaching(policy: string): MiddlewareHandler {
  return async (c, next) => {
    await next();
    if (c.res.ok) c.header('Cache-Control', policy);
  };
}
