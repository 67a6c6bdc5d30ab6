// Addresses whose path Remix could not decode, of which it would write lines of its own into the log.
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { refuseUnreadablePageRequests } from '~/api/http/pages/unreadable-page-request';
import type { ApiEnv } from '~/api/http/problem-response';

async function ask(path: string, headers: Record<string, string> = {}) {
  const app = new Hono<ApiEnv>()
    .use('*', refuseUnreadablePageRequests('/style.css'))
    .all('*', (c) => c.text('the screen'));
  const response = await app.request(`http://localhost${path}`, { headers });
  return { status: response.status, text: await response.text() };
}

const broken = ['/%ff', '/integration/%E0%A4%A', '/login%', '/%zz/login.data'];

test.each(broken)('%s finds nothing: in words for a browser, as JSON for others', async (path) => {
  const page = await ask(path, { Accept: 'text/html' });
  expect([page.status, page.text]).toEqual([404, expect.stringContaining('<h1')]);
  expect(page.text).toContain('404 Page Not Found');
  const { status, text } = await ask(path);
  expect([status, JSON.parse(text)]).toEqual([404, expect.objectContaining({ code: 'NOT_FOUND' })]);
});

test.each(['/', '/login%20', '/%C3%BC/%2F', '/login?q=%ff'])('%s reaches the screens', async (path) => {
  expect(await ask(path)).toEqual({ status: 200, text: 'the screen' });
});
