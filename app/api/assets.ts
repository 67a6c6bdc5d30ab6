import { fileURLToPath } from 'node:url';
import { serveStatic } from '@hono/node-server/serve-static';
import type { Hono } from 'hono';
import { type ApiEnv, answerProblem } from './answer';

/** The client build stands beside the server build, wherever both were put. */
const root = fileURLToPath(new URL('../client', import.meta.url));

/** Serves the browser's files. Names under /assets/ hold a hash of their content, so they never change. */
export function mountAssets(app: Hono<ApiEnv>): void {
  app.use(
    '/assets/*',
    serveStatic({
      root,
      precompressed: true,
      onFound: (_path, c) => void c.header('Cache-Control', 'public, max-age=31536000, immutable'),
    }),
  );
  app.all('/assets/*', (c) => answerProblem(c, { kind: 'not-found' }));
  app.use(
    '/favicon.svg',
    serveStatic({ root, onFound: (_path, c) => void c.header('Cache-Control', 'public, max-age=86400') }),
  );
}
