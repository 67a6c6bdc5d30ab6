import type { OpenAPIHono } from '@hono/zod-openapi';
import type { ApiEnv } from '~/api/http/problem-response';
import { createApp } from '~/api/app';
import type { AppContext } from '~/context';

const handlePage = () => Promise.resolve(new Response('a page'));

/** Everything the server answers except webhooks and pages. */
export function createWholeApp(context: AppContext): OpenAPIHono<ApiEnv> {
  return createApp(context, { isDevelopment: false, handlePage, stylesheet: '/app.css' });
}

/** What the server knows of the connection that a request comes by, all of it. */
export function connectFrom(remoteAddress: string) {
  return { incoming: { complete: true, socket: { remoteAddress } } };
}

export const connection = connectFrom('192.0.2.1');
