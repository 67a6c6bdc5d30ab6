import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createApp } from '~/api/app';
import { createBufferedBodies } from '~/services/limits/buffered-bodies';
import { createTestUser, signInAs } from '../../../support/accounts';
import { createTestContext, type TestOverrides } from '../../../support/context';
import { connection } from '../../whole-app';

/** Pages that answer how much of a form reached them. */
async function createPages(overrides: TestOverrides = {}) {
  const context = await createTestContext(overrides);
  const app = createApp(context, {
    isDevelopment: false,
    stylesheet: '/app.css',
    handlePage: async (request) => new Response(`${(await request.text()).length} characters`),
  });
  async function post(path: string, length: number, headers: Record<string, string> = {}) {
    const body = `a=${'x'.repeat(length - 2)}`;
    const all = {
      'Sec-Fetch-Site': 'same-origin',
      'Content-Type': 'application/x-www-form-urlencoded',
      'Content-Length': String(length),
      ...headers,
    };
    const answer = await app.request(path, { method: 'POST', body, headers: all }, connection);
    return [answer.status, await answer.text()];
  }
  return { context, app, post };
}

test('a form of a guest is read up to 256 KiB, and one of a signed-in user beyond', async () => {
  const { context, post } = await createPages();
  expect(await post('/login', 256 * 1024)).toEqual([200, '262144 characters']);
  expect(await post('/login', 256 * 1024 + 1)).toEqual([413, expect.stringContaining('TOO_LARGE')]);
  expect(await post('/login', 300_000, { Cookie: 'session_token=made-up' })).toEqual([
    413,
    expect.anything(),
  ]);
  const cookie = await signInAs(context, (await createTestUser(context)).user.id);
  expect(await post('/integration/import', 300_000, { Cookie: cookie })).toEqual([200, '300000 characters']);
  expect(context.bodies.bytes()).toBe(0);
});

test.each([
  ['a form', '/login', 'application/x-www-form-urlencoded'],
  ['a form with files', '/integration/x/run', 'multipart/form-data; boundary=b'],
  ['a file to import', '/integration/import', 'multipart/form-data; boundary=b'],
  ['JSON', '/auth/login/user', 'application/json'],
  ['a document', '/api/integrations/import', 'application/json'],
])('a sender who leaves amid %s is no failure of the server', async (_what, path, type) => {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  const { context, app } = await createPages({ log });
  const cookie = await signInAs(context, (await createTestUser(context)).user.id);
  const body = new ReadableStream({
    pull(controller) {
      controller.enqueue(Buffer.from('--b'));
      controller.error(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }));
    },
  });
  const headers = { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': type, Cookie: cookie };
  const init = { method: 'POST', headers: { ...headers, 'Content-Length': '9' }, body, duplex: 'half' };
  const { status } = await app.request(path, init as RequestInit, connection);
  expect([status, lines]).toEqual([400, []]);
  expect(context.bodies.bytes()).toBe(0);
});

test('guests whose bodies are too many together are asked to come again, people who are known are not', async () => {
  const { context, post } = await createPages({ bodies: createBufferedBodies(1_000) });
  expect(await post('/login', 1_001)).toEqual([503, expect.stringContaining('UNAVAILABLE')]);
  const json = { 'Content-Type': 'application/json' };
  expect((await post('/auth/login/user', 1_001, json))[0]).toBe(503);
  expect((await post('/auth/login/user', 100, json))[0]).toBe(400);
  const cookie = await signInAs(context, (await createTestUser(context)).user.id);
  expect((await post('/integration/import', 1_001, { Cookie: cookie }))[0]).toBe(200);
  expect(context.bodies.bytes()).toBe(0);
});
