import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createWebhookListener } from '~/api/webhook';
import { newId } from '~/db/core/id';
import { createTestUser } from '../support/accounts';
import { createTestContext } from '../support/context';
import { openEndpoint } from '../support/webhook-endpoint';
import { seedIntegration, webhookTrigger } from '../support/seed';

interface Answer {
  message: string;
}

async function startEndpoint() {
  const context = await createTestContext({ config: { webhookMaxBytes: 100 } });
  const { user, organizationId } = await createTestUser(context);
  const server = createServer(createWebhookListener(context));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise((resolve) => void server.close(() => resolve())));
  const { port } = server.address() as AddressInfo;
  return {
    context,
    list: (id: string) => context.rejections.list({ id, organizationId }),
    seed: (isActive: boolean) =>
      seedIntegration(
        { context, userId: user.id, organizationId },
        {
          isActive,
          triggerConfig: webhookTrigger({
            secret: 's3cret',
            variables: [{ name: 'n', jsonPath: '.n', required: true }],
          }),
          apiCalls: [{ method: 'GET', url: 'https://api.example.com/' }],
        },
      ),
    async send(id: string, body: string, headers: Record<string, string> = {}) {
      const answer = await fetch(`http://127.0.0.1:${port}/webhook/${id}`, { method: 'POST', body, headers });
      await answer.arrayBuffer();
      return answer.status;
    },
  };
}

const signed = { 'X-Webhook-Signature': 's3cret', 'Content-Type': 'application/json' };

test('what is rejected by the endpoint is noted with its reason; what leaves an execution is not', async () => {
  const { list, seed, send } = await startEndpoint();
  const id = await seed(true);
  expect(await send(id, '{}')).toBe(401);
  expect(await send(id, '{}', { 'X-Webhook-Signature': 'guess' })).toBe(401);
  expect(await send(id, '{', signed)).toBe(400);
  expect(await send(id, 'x'.repeat(200), signed)).toBe(413);
  expect(await send(id, '{}', { ...signed, 'Content-Encoding': 'zstd' })).toBe(415);
  expect(await send(id, '{}', signed)).toBe(422);
  expect(await send(id, '{"n":1}', signed)).toBe(202);
  expect((await list(id)).map(({ status, reason }) => [status, reason])).toEqual([
    [415, 'The content encoding zstd is not supported. Send the body with gzip, deflate or br, or as it is.'],
    [413, 'A delivery may have at most 100 bytes, and this one has 200.'],
    [400, 'The body is not valid JSON: it ends too early, at line 1, column 2.'],
    [401, 'The signature or token does not fit the saved secret, or the body was changed on its way.'],
    [401, 'The header X-Webhook-Signature, which carries the proof, is missing.'],
  ]);
});

test('of an integration that is not there or not deployed nothing is noted', async () => {
  const { list, seed, send } = await startEndpoint();
  for (const id of [newId(), await seed(false)]) {
    expect(await send(id, '{}', signed)).toBe(404);
    expect(await send(id, 'x'.repeat(200), signed)).toBe(413);
    expect(await list(id)).toEqual([]);
  }
});

test('a right signature with a wrong time is reported as such, to the owner and to the sender', async () => {
  const { send, context, key } = await openEndpoint({ secret: 's3cret', verify: { scheme: 'slack' } });
  const sign = (time: number) =>
    send({
      headers: {
        'X-Slack-Request-Timestamp': String(time),
        'X-Slack-Signature': `v0=${createHmac('sha256', 's3cret').update(`v0:${time}:{}`).digest('hex')}`,
      },
      body: '{}',
    });
  const now = Math.floor(context.now() / 1000);
  const old = await sign(now - 3_600);
  expect(old.status).toBe(401);
  expect(JSON.parse(old.text)).toMatchObject({
    code: 'INVALID_SIGNATURE',
    message: 'The signature is correct, but from 60 minutes ago, which is too far off.',
  });
  expect((await sign(now + 7_200)).text).toContain('120 minutes ahead of our clock');
  const headers = { 'X-Slack-Request-Timestamp': String(now - 3_600), 'X-Slack-Signature': 'v0=00' };
  expect((await send({ headers, body: '{}' })).text).toContain('The signature or token does not fit.');
  expect((await context.rejections.list(key)).map(({ reason }) => reason)).toEqual([
    expect.stringContaining('does not fit the saved secret'),
    expect.stringContaining('The signature is correct, but from 120 minutes ahead'),
    expect.stringContaining('The signature is correct, but from 60 minutes ago'),
  ]);
});

test('broken JSON is reported with its place, and is not quoted', async () => {
  const { send } = await openEndpoint({});
  const headers = { 'Content-Type': 'application/json' };
  const tell = async (body: string) => (JSON.parse((await send({ headers, body })).text) as Answer).message;
  expect(await tell('{\n  "name": hunter2\n}')).toBe(
    'The body is not valid JSON: line 2, column 11 is wrong.',
  );
  expect(await tell('{"a": [1,')).toBe(
    'The body is not valid JSON: it ends too early, at line 1, column 10.',
  );
  expect(await tell(`["${'x'.repeat(70_000)}",`)).toBe('The body is not valid JSON.');
});
