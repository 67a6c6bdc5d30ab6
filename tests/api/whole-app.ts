import type { OpenAPIHono } from '@hono/zod-openapi';
import type { ApiEnv } from '~/api/http/problem-response';
import { createApp } from '~/api/app';
import type { AppContext } from '~/context';

const handlePage = () => Promise.resolve(new Response('a page'));

const apps = new WeakMap<AppContext, OpenAPIHono<ApiEnv>>();

/** Everything the server answers except webhooks and pages; one app for all requests to a context, as in the server. */
export function createWholeApp(context: AppContext): OpenAPIHono<ApiEnv> {
  const known = apps.get(context);
  if (known) return known;
  const app = createApp(context, { isDevelopment: false, handlePage, stylesheet: '/app.css' });
  apps.set(context, app);
  return app;
}

/** What the server knows of the connection that a request comes by, all of it. */
export function connectFrom(remoteAddress: string) {
  return { incoming: { complete: true, socket: { remoteAddress } } };
}

export const connection = connectFrom('192.0.2.1');
