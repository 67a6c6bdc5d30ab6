import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createWebhookListener } from '~/api/webhook';
import { createTestUser } from '../support/accounts';
import { createTestContext } from '../support/context';
import { seedIntegration, webhookTrigger } from '../support/seed';

async function startDoor(variables: object[] = [], secret = '') {
  const context = await createTestContext({ config: { webhookMaxBytes: 1024 * 1024 } });
  const { user, organizationId } = await createTestUser(context);
  const server = createServer(createWebhookListener(context));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise((resolve) => void server.close(() => resolve())));
  const { port } = server.address() as AddressInfo;
  const id = await seedIntegration(
    { context, userId: user.id, organizationId },
    {
      triggerConfig: webhookTrigger({ variables: variables as never, secret }),
      apiCalls: [{ method: 'GET', url: 'https://api.example.com/' }],
    },
  );
  return {
    listExecutions: () => context.db.all(context.db.build.selectFrom('executions').select(['id', 'status'])),
    listPayloads: async () =>
      (await context.db.all(context.db.build.selectFrom('payloads').select('trigger_data'))).map(
        (row) => row.trigger_data,
      ),
    async send(body: string | Buffer<ArrayBuffer>, type = 'application/json', more: object = {}) {
      const headers = { 'Content-Type': type, ...more };
      const answer = await fetch(`http://127.0.0.1:${port}/webhook/${id}`, { method: 'POST', body, headers });
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    },
  };
}

test.each([
  ['application/json', '{"city":"K\xf6ln"}'],
  ['application/x-www-form-urlencoded', 'city=K%F6ln'],
])('a body of %s that is no UTF-8 is rejected, and nothing of it is stored', async (type, text) => {
  const door = await startDoor();
  expect(await door.send(Buffer.from(text, 'latin1'), type)).toEqual({
    status: 400,
    body: { code: 'BAD_REQUEST', message: 'The body is not valid UTF-8.' },
  });
  expect(await door.listExecutions()).toEqual([]);
});

test('a signature covers the bytes as they came, whatever charset they are in', async () => {
  const secret = 'a long random text';
  const door = await startDoor([], secret);
  const body = Buffer.from('{"city":"K\xf6ln \x80"}', 'latin1');
  const sign = (bytes: Buffer) => ({
    'X-Hub-Signature-256': `sha256=${createHmac('sha256', secret).update(bytes).digest('hex')}`,
  });
  const type = 'application/json; charset=windows-1252';
  expect((await door.send(body, type, sign(body))).status).toBe(202);
  expect((await door.send(body, type, sign(Buffer.from('{"city":"Köln €"}')))).status).toBe(401);
  expect(await door.listPayloads()).toEqual(['{"city":"Köln €"}']);
});

test('a delivery whose fifty variables lead to too many places is rejected in a sentence and kept in error', async () => {
  const paths = Array.from(
    { length: 50 },
    (_, index) => `..*${'[*]'.repeat(index % 25)}${index % 2 ? '.a' : ''}`,
  );
  const variables = paths.map((jsonPath, index) => ({ name: `v${index}`, jsonPath, required: index === 0 }));
  const door = await startDoor(variables);
  const list = Array.from({ length: 90_000 }, () => ({ a: 0 }));
  const { status, body } = await door.send(JSON.stringify({ list }));
  expect(status).toBe(422);
  expect(body).toEqual({
    code: 'VALIDATION_FAILED',
    message:
      'The variables lead to too many places in this payload. Give them paths with fewer .. and *, or send less at a time.',
    executionId: expect.any(String),
  });
  expect(await door.listExecutions()).toEqual([{ id: body.executionId, status: 'error' }]);
  expect((await door.send('{"a":[1]}')).status).toBe(202);
});
