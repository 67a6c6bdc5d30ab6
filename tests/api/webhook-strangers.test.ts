// What the endpoint answers before a body has come, what it waits for, and how much of it.
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createWebhookListener } from '~/api/webhook';
import { newId } from '~/db/core/id';
import { createBufferedBodies } from '~/services/limits/buffered-bodies';
import { createTestUser } from '../support/accounts';
import { createTestContext, type TestOverrides } from '../support/context';
import { seedIntegration, webhookTrigger } from '../support/seed';

const secret = 's3cret';

async function startEndpoint(overrides: TestOverrides = {}) {
  const context = await createTestContext(overrides);
  const { user, organizationId } = await createTestUser(context);
  const server = createServer(createWebhookListener(context));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const seed = (webhook: Parameters<typeof webhookTrigger>[0] = {}, isActive = true) =>
    seedIntegration(
      { context, userId: user.id, organizationId },
      {
        isActive,
        triggerConfig: webhookTrigger(webhook),
        apiCalls: [{ method: 'GET', url: 'https://api.example.com/' }],
      },
    );
  async function begin(
    id: string,
    { headers = {}, body = '', method = 'POST', length = 500_000 }: Begun = {},
  ) {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
    await once(socket, 'connect');
    const lines = Object.entries({ Host: 'x', 'Content-Length': String(length), ...headers });
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    socket.write(`${method} /webhook/${id} HTTP/1.1\r\n${head}\r\n${body}`);
    return socket;
  }
  return { context, seed, begin };
}

interface Begun {
  headers?: Record<string, string>;
  body?: string;
  method?: string;
  length?: number;
}

async function readStatus(socket: Socket): Promise<number> {
  const [chunk] = (await once(socket, 'data')) as [Buffer];
  return Number(String(chunk).split(' ')[1]);
}

const part = 'x'.repeat(100_000);

test.each<[string, number, Begun & { id?: 'unknown' | 'draft' }]>([
  ['an id that nobody has', 404, { id: 'unknown' }],
  ['a draft', 404, { id: 'draft' }],
  ['another method', 405, { method: 'PUT' }],
  ['a length that is too much', 413, { length: 2_000_000 }],
  ['a compressed body', 415, { headers: { 'Content-Encoding': 'zstd' } }],
  ['no secret', 401, {}],
  ['a wrong secret', 401, { headers: { 'X-Webhook-Signature': 'wrong' } }],
])('%s gets a %i before the body has come', async (_what, status, { id, ...begun }) => {
  const { context, seed, begin } = await startEndpoint();
  const known = await seed({ secret }, id !== 'draft');
  const socket = await begin(id === 'unknown' ? newId() : known, { body: part, ...begun });
  expect(await readStatus(socket)).toBe(status);
  expect(context.bodies.bytes()).toBe(0);
  // The sender may go on writing without being cut off, and finds the connection closed at the end.
  socket.end('x'.repeat(400_000));
  expect(await readText(socket.resume())).toBeDefined();
});

test.each<[string, Record<string, string>]>([
  ['the secret itself', { 'X-Webhook-Signature': secret }],
  ['a signature of the body', { 'X-Hub-Signature-256': `sha256=${sign(`"${'x'.repeat(200_000)}"`)}` }],
])('with %s the body is waited for', async (_what, headers) => {
  const { context, seed, begin } = await startEndpoint();
  const body = `"${'x'.repeat(200_000)}"`;
  const socket = await begin(await seed({ secret }), {
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: body.slice(0, 50_000),
    length: body.length,
  });
  await expect.poll(context.bodies.bytes).toBe(50_000);
  socket.write(body.slice(50_000));
  expect(await readStatus(socket)).toBe(202);
  expect(context.bodies.bytes()).toBe(0);
  socket.destroy();
});

function sign(body: string): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}

test.each(['constructor', '__proto__'])(
  'a header that a sender says it signed is none by the name %s',
  async (name) => {
    const { context, seed, begin } = await startEndpoint();
    const id = await seed({ secret, verify: { scheme: 'contentful' } });
    const headers = {
      'x-contentful-signed-headers': `x-contentful-timestamp,${name}`,
      'x-contentful-timestamp': String(context.now()),
      'x-contentful-signature': '00'.repeat(32),
    };
    expect(await readStatus(await begin(id, { headers, length: 0 }))).toBe(401);
  },
);

test('a delivery that comes whole is looked up in the transaction that stores it, and nowhere else after the first', async () => {
  const { context, seed, begin } = await startEndpoint();
  const id = await seed();
  const first = await begin(id, { body: '{}', length: 2 });
  expect(await readStatus(first)).toBe(202);
  first.destroy();
  const looked = vi.spyOn(context.db, 'first');
  const socket = await begin(id, { body: '{}', length: 2 });
  expect(await readStatus(socket)).toBe(202);
  expect(looked).not.toHaveBeenCalled();
  socket.destroy();
});

test('bodies on their way are held up to a bound all together; then senders are asked to come again', async () => {
  const bodies = createBufferedBodies(250_000);
  const { seed, begin } = await startEndpoint({ bodies });
  const id = await seed();
  const waiting = [await begin(id, { body: part }), await begin(id, { body: part })];
  await expect.poll(bodies.bytes).toBe(200_000);
  const third = await begin(id, { body: part });
  const [chunk] = (await once(third, 'data')) as [Buffer];
  expect(String(chunk)).toMatch(/^HTTP\/1\.1 503 [^]*\r\nRetry-After: 10\r\n/);
  for (const socket of [...waiting, third]) socket.destroy();
  // Who went away is no longer counted.
  await expect.poll(bodies.bytes).toBe(0);
});

test('a delivery that cannot be looked up before its body has come is answered 503, and the log says why', async () => {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const { context, begin } = await startEndpoint({ log });
  await context.db.close();
  expect(await readStatus(await begin(newId()))).toBe(503);
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual(['a delivery failed']);
});
