import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createWebhookListener } from '~/api/webhook';
import { createTestUser } from '../support/accounts';
import { createTestContext } from '../support/context';
import { seedIntegration, webhookTrigger } from '../support/seed';

async function startEndpoint(variables: object[] = [], secret = '', more: object = {}) {
  const context = await createTestContext({ config: { webhookMaxBytes: 1024 * 1024 } });
  const { user, organizationId } = await createTestUser(context);
  const server = createServer(createWebhookListener(context));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise((resolve) => void server.close(() => resolve())));
  const { port } = server.address() as AddressInfo;
  const id = await seedIntegration(
    { context, userId: user.id, organizationId },
    {
      triggerConfig: webhookTrigger({ variables, secret, ...more }),
      apiCalls: [{ method: 'GET', url: 'https://api.example.com/' }],
    },
  );
  return {
    listExecutions: () => context.db.all(context.db.build.selectFrom('executions').select(['id', 'status'])),
    listPayloads: async () =>
      (await context.db.all(context.db.build.selectFrom('payloads').select('trigger_data'))).map(
        (row) => row.trigger_data,
      ),
    async send(body: string | Buffer<ArrayBuffer>, type = 'application/json', sent: object = {}) {
      const headers = { 'Content-Type': type, ...sent };
      const answer = await fetch(`http://127.0.0.1:${port}/webhook/${id}`, { method: 'POST', body, headers });
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    },
  };
}

test.each([
  ['application/json', '{"city":"K\xf6ln"}'],
  ['application/x-www-form-urlencoded', 'city=K%F6ln'],
])('a body of %s that is no UTF-8 is rejected, and nothing of it is stored', async (type, text) => {
  const endpoint = await startEndpoint();
  expect(await endpoint.send(Buffer.from(text, 'latin1'), type)).toEqual({
    status: 400,
    body: { code: 'BAD_REQUEST', message: 'The body is not valid UTF-8.' },
  });
  expect(await endpoint.listExecutions()).toEqual([]);
});

test('a signature covers the bytes as they came, whatever charset they are in', async () => {
  const secret = 'a long random text';
  const endpoint = await startEndpoint([], secret);
  const body = Buffer.from('{"city":"K\xf6ln \x80"}', 'latin1');
  const sign = (bytes: Buffer) => ({
    'X-Hub-Signature-256': `sha256=${createHmac('sha256', secret).update(bytes).digest('hex')}`,
  });
  const type = 'application/json; charset=windows-1252';
  expect((await endpoint.send(body, type, sign(body))).status).toBe(202);
  expect((await endpoint.send(body, type, sign(Buffer.from('{"city":"Köln €"}')))).status).toBe(401);
  expect(await endpoint.listPayloads()).toEqual(['{"city":"Köln €"}']);
});

test('a delivery whose fifty variables lead to too many places is rejected in a sentence and kept in error', async () => {
  const paths = Array.from(
    { length: 50 },
    (_, index) => `..*${'[*]'.repeat(index % 25)}${index % 2 ? '.a' : ''}`,
  );
  const variables = paths.map((jsonPath, index) => ({ name: `v${index}`, jsonPath, required: index === 0 }));
  const endpoint = await startEndpoint(variables);
  const list = Array.from({ length: 90_000 }, () => ({ a: 0 }));
  const { status, body } = await endpoint.send(JSON.stringify({ list }));
  expect(status).toBe(422);
  expect(body).toEqual({
    code: 'VALIDATION_FAILED',
    message:
      'The variables lead to too many places in this payload. Give them paths with fewer .. and *, or send less at a time.',
    executionId: expect.any(String),
  });
  expect(await endpoint.listExecutions()).toEqual([{ id: body.executionId, status: 'error' }]);
  expect((await endpoint.send('{"a":[1]}')).status).toBe(202);
});

const compressed: [encoding: string, compress: (body: string) => Buffer<ArrayBuffer>][] = [
  ['gzip', (body) => Buffer.from(gzipSync(body))],
  ['x-gzip', (body) => Buffer.from(gzipSync(body))],
  ['GZIP', (body) => Buffer.from(gzipSync(body))],
  ['deflate', (body) => Buffer.from(deflateSync(body))],
  ['deflate', (body) => Buffer.from(deflateRawSync(body))],
  ['br', (body) => Buffer.from(brotliCompressSync(body))],
  ['identity', (body) => Buffer.from(body)],
];

test.each(compressed)(
  'a body compressed by %s is unpacked; its signature covers what came',
  async (encoding, compress) => {
    const secret = 'a long random text';
    const endpoint = await startEndpoint([], secret);
    const body = compress('{"n":1.10}');
    const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
    const headers = { 'Content-Encoding': encoding, 'X-Hub-Signature-256': signature };
    expect((await endpoint.send(body, 'application/json', headers)).status).toBe(202);
    expect(await endpoint.listPayloads()).toEqual(['{"n":1.10}']);
  },
);

test('what unpacks to more than a delivery may have, or is not what it says, is rejected', async () => {
  const endpoint = await startEndpoint();
  const encoded = { 'Content-Encoding': 'gzip' };
  const bomb = Buffer.from(gzipSync(Buffer.alloc(64 * 1024 * 1024)));
  expect(await endpoint.send(bomb, 'application/json', encoded)).toEqual({
    status: 413,
    body: { code: 'TOO_LARGE', message: 'A delivery may have at most 1,048,576 bytes when unpacked.' },
  });
  expect(await endpoint.send('{}', 'application/json', encoded)).toEqual({
    status: 400,
    body: { code: 'BAD_REQUEST', message: 'The body is not valid gzip.' },
  });
  expect(await endpoint.listExecutions()).toEqual([]);
});

test('the trigger says how bodies are read', async () => {
  const endpoint = await startEndpoint([{ name: 'id', jsonPath: '.order["@id"]', required: true }], '', {
    readAs: 'xml',
  });
  expect((await endpoint.send('<order id="7"/>', 'text/xml')).status).toBe(202);
  expect(await endpoint.send('<order>', 'text/xml')).toEqual({
    status: 400,
    body: { code: 'BAD_REQUEST', message: 'The body is not well-formed XML (line 1).' },
  });
  expect(await endpoint.listPayloads()).toEqual(['{"order":{"@id":"7"}}']);
});
