import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { serveStatic } from '@hono/node-server/serve-static';
import type { Hono, MiddlewareHandler } from 'hono';
import { type ApiEnv, problemResponse } from './problem-response';

/** The client build stands beside the server build, wherever both were put. */
const root = fileURLToPath(new URL('../client', import.meta.url));

/** What `npm run build` and `npm run keep-assets` took over from former builds, for pages that were opened before. */
const formerRoot = fileURLToPath(new URL('../former', import.meta.url));

/** Serves the browser's files. Names under /assets/ hold a hash of their content, so they never change. */
export function mountAssets(app: Hono<ApiEnv>): void {
  app.use('/assets/*', allowCaching('public, max-age=31536000, immutable'));
  app.use('/assets/*', serveStatic({ root, precompressed: true }));
  app.use('/assets/*', serveFormer());
  app.all('/assets/*', (c) => problemResponse(c, { kind: 'not-found' }));
  app.use('/favicon.svg', allowCaching('public, max-age=86400'), serveStatic({ root }));
}

/** A build in the folder that this server runs from may make the directory only after the start. */
function serveFormer(): MiddlewareHandler {
  let serve: MiddlewareHandler | undefined;
  return async (c, next) => {
    if (!serve && existsSync(formerRoot)) serve = serveStatic({ root: formerRoot, precompressed: true });
    return serve ? serve(c, next) : next();
  };
}

/** Says it of the response, since what is set before `serveStatic` has found the file does not reach it. */
function allowCaching(policy: string): MiddlewareHandler {
  return async (c, next) => {
    await next();
    if (c.res.ok) c.header('Cache-Control', policy);
  };
}
