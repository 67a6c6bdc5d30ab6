// A line of the log for each refused request would let anybody fill the disk.
import { Hono } from 'hono';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createApp } from '~/api/app';
import { logRejections } from '~/api/http/security';
import type { ApiEnv } from '~/api/http/problem-response';
import { createTestContext } from '../../support/context';
import { connection, createWholeApp } from '../whole-app';

function createRefusing() {
  const lines: { path: string; leftOut?: number }[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as { path: string }) });
  const app = new Hono<ApiEnv>();
  app.use(logRejections(log));
  app.all('*', (c) => c.text('', 401));
  return { app, lines };
}

test('a flood of refused requests is logged by a few lines a second', async () => {
  const { app, lines } = createRefusing();
  for (let index = 0; index < 500; index += 1) await app.request(`/api/${index}`);
  expect(lines[0]).toMatchObject({ path: '/api/0' });
  // The requests may fall into two or three seconds of a slow machine.
  expect(lines.length).toBeLessThan(100);
});

test('a failure that many requests meet is logged by one line, with the request that met it first', async () => {
  const errors: { path: string; msg: string }[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void errors.push(JSON.parse(line)) });
  const app = createApp(await createTestContext({ log }), {
    isDevelopment: false,
    stylesheet: '/app.css',
    handlePage: () => Promise.reject(new Error('broken')),
  });
  for (let index = 0; index < 50; index += 1) {
    expect((await app.request(`/page/${index}`, {}, connection)).status).toBe(500);
  }
  expect(errors).toMatchObject([{ path: '/page/0', msg: 'a request failed' }]);
});

test.each(['/forms', '/answer'])('so is one of %s, whose addresses are secret', async (place) => {
  const errors: { path: string }[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void errors.push(JSON.parse(line)) });
  const context = await createTestContext({ log });
  await context.db.close();
  for (let index = 0; index < 10; index += 1) {
    const response = await createWholeApp(context).request(`${place}/${index}`, {}, connection);
    expect(response.status).toBe(503);
  }
  expect(errors).toMatchObject([{ path: place }]);
});

test.each([
  ['/answer/wa_secret', '/answer/••••'],
  ['/answer/wa_secret/', '/answer/••••/'],
  ['/forms/wf_secret', '/forms/••••'],
  ['//forms/wf_secret', '//forms/••••'],
  ['/auth/validate-reset-token/secret', '/auth/validate-reset-token/••••'],
  ['/auth/invitations/secret', '/auth/invitations/••••'],
  ['/auth/invitations/accept', '/auth/invitations/accept'],
  ['/api/integrations/1', '/api/integrations/1'],
])('the log shows %s without a token', async (path, shown) => {
  const { app, lines } = createRefusing();
  await app.request(path);
  expect(lines[0]).toMatchObject({ path: shown });
});

test('a long path is cut in the log', async () => {
  const { app, lines } = createRefusing();
  await app.request(`/api/${'x'.repeat(8_000)}`);
  expect(lines[0]?.path).toHaveLength(256);
});
