import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { updateIntegration } from '~/services/integrations/integrations';
import { seedIntegration, webhookTrigger } from '../support/seed';
import { answerJson, startTarget, type Target } from '../support/target';
import { type Installation, install } from './installation';

let installation: Installation;
let target: Target;

beforeAll(async () => {
  target = await startTarget(answerJson({ ok: true }));
  installation = await install({ env: { LOG_LEVEL: 'info' } });
});

afterAll(async () => {
  await installation.remove();
  await target.close();
});

function seed(call: object = {}, webhook: Parameters<typeof webhookTrigger>[0] = {}): Promise<string> {
  const apiCalls = [{ name: 'Tell', method: 'POST', url: `${target.url}/tell`, ...call }];
  return seedIntegration(installation.seed, { triggerConfig: webhookTrigger(webhook), apiCalls });
}

interface Log {
  id: string;
  status: string;
  errorMessage: string | null;
  apiCallLogs: { status: string; error: string | null; response: { status: number } | null }[];
}

async function readLogs(integrationId: string): Promise<Log[]> {
  const url = `${installation.server.url}/api/integrations/${integrationId}/execution-logs`;
  const answer = await fetch(url, { headers: { Cookie: installation.seed.cookie } });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Log[];
}

const required = { variables: [{ name: 'repo', jsonPath: '.repository.full_name', required: true }] };

test('a missing required variable is named to the sender and stands in the logs', async () => {
  const id = await seed({}, required);
  const answer = await installation.deliver(id, '{"repository":{}}');
  expect(answer.status).toBe(422);
  const refusal = (await answer.json()) as { executionId: string };
  expect(refusal).toEqual({
    message: 'The payload lacks the required variable repo.',
    code: 'VALIDATION_FAILED',
    executionId: expect.any(String) as string,
  });
  expect(await readLogs(id)).toMatchObject([
    {
      id: refusal.executionId,
      status: 'error',
      errorMessage: 'The payload lacks the required variable repo.',
      triggerData: { repository: {} },
      apiCallLogs: [],
    },
  ]);
});

test.each([
  ['Idempotency-Key', 'order-7'],
  ['webhook-id', 'msg_7'],
])('deliveries with the same %s are one execution with one response', async (name, key) => {
  const id = await seed();
  const answers = await Promise.all([1, 2, 3].map(() => installation.deliver(id, '{}', { [name]: key })));
  const bodies = await Promise.all(answers.map((answer) => answer.text()));
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
  expect(new Set(bodies).size).toBe(1);
  await installation.deliver(id, '{}', { [name]: `${key}-other` });
  await installation.deliver(await seed(), '{}', { [name]: key });
  expect(await installation.findEndedExecutions(id)).toHaveLength(2);
});

test('deliveries without a key are never taken for the same', async () => {
  const id = await seed();
  await Promise.all([1, 2, 3].map(() => installation.deliver(id, '{}')));
  expect(await installation.findEndedExecutions(id)).toHaveLength(3);
});

test('a rejected delivery that is repeated is one execution, too, until the integration accepts it', async () => {
  const id = await seed({}, required);
  const headers = { 'webhook-id': 'msg_refused' };
  const first = await (await installation.deliver(id, '{}', headers)).json();
  const second = await installation.deliver(id, '{}', headers);
  expect([second.status, await second.json()]).toEqual([422, first]);
  const accepted = await installation.deliver(id, '{"repository":{"full_name":"a/b"}}', headers);
  expect(accepted.status).toBe(202);
  expect(await installation.findEndedExecutions(id)).toMatchObject([
    { status: 'completed' },
    { status: 'error' },
  ]);
});

test('more than an integration takes is rejected with the time to wait, and strangers do not count', async () => {
  const secret = 'the right one';
  const id = await seed({}, { secret });
  // So few that the slowest machine sends more; how strangers are slowed down, `webhook-admission.test.ts` says.
  await updateIntegration(installation.seed.context, installation.seed, id, { deliveriesPerSecond: 10 });
  const flood = async (given: string) => {
    const answers = await Promise.all(
      Array.from({ length: 400 }, () => installation.deliver(id, '{}', { 'X-Webhook-Signature': given })),
    );
    await Promise.all(answers.map((answer) => answer.arrayBuffer()));
    return answers;
  };
  const strangers = await flood('a wrong one');
  for (const { status } of strangers) expect([401, 429]).toContain(status);

  const answers = await flood(secret);
  const accepted = answers.filter(({ status }) => status === 202).length;
  const refused = answers.filter(({ status }) => status === 429);
  expect(accepted).toBeGreaterThanOrEqual(20);
  expect(accepted + refused.length).toBe(400);
  expect(refused.length).toBeGreaterThan(0);
  expect(new Set(refused.map(({ headers }) => headers.get('Retry-After')))).toEqual(new Set(['1']));
  expect(await installation.findExecutions(id)).toHaveLength(accepted);
});

/** A port on which nobody listens. */
async function findClosedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function runToError(call: object): Promise<Log> {
  const id = await seed(call);
  expect((await installation.deliver(id, '{}')).status).toBe(202);
  await installation.findEndedExecutions(id);
  const [log] = await readLogs(id);
  expect(log?.status).toBe('error');
  expect(log?.errorMessage).toBe(`Tell: ${log?.apiCallLogs[0]?.error}`);
  return log!;
}

test('a target that is down stands in the log', async () => {
  const port = await findClosedPort();
  const { apiCallLogs } = await runToError({ url: `http://127.0.0.1:${port}/` });
  expect(apiCallLogs).toMatchObject([{ status: 'error', response: null }]);
  expect(apiCallLogs[0]?.error).toContain(`127.0.0.1:${port}`);
});

test('a target that is slow is given up at the time the call allows', async () => {
  const slow = await startTarget(() => {});
  const { apiCallLogs } = await runToError({ url: slow.url, timeoutMs: 1_000 });
  expect(apiCallLogs[0]?.error).toBe(`127.0.0.1:${slow.port} did not respond completely within 1 s.`);
  await slow.close();
});

test('a target that responds with an error stands in the log with its words and its response', async () => {
  const failing = await startTarget(answerJson({ reason: 'full' }, 507));
  const { apiCallLogs } = await runToError({ url: failing.url });
  const error = 'HTTP 507: Insufficient Storage: full';
  expect(apiCallLogs).toMatchObject([{ error, response: { status: 507 } }]);
  await failing.close();
});

test.each([
  ['http://10.1.2.3:8080/', '10.1.2.3'],
  ['http://[::1]:9000/', '::1'],
  ['http://169.254.169.254/latest/meta-data/', '169.254.169.254'],
])(
  'the private address of %s is not called, and the log names the setting that would allow it',
  async (url, entry) => {
    const { apiCallLogs } = await runToError({ url });
    expect(apiCallLogs[0]?.error).toContain('OUTBOUND_ALLOW');
    expect(apiCallLogs[0]?.error).toContain(entry);
    expect(apiCallLogs[0]?.response).toBeNull();
  },
);

test('many calls to one refused target are one line of the server’s log, which names the integration', async () => {
  const id = await seed({ url: 'http://10.1.2.4/' });
  for (let sent = 0; sent < 5; sent += 1) await installation.deliver(id, '{}');
  expect(await installation.findEndedExecutions(id)).toHaveLength(5);
  const lines = installation.server.output().split('\n');
  const { organizationId } = installation.seed;
  const refused = lines.filter((line) => line.includes('10.1.2.4')).map((line) => JSON.parse(line));
  expect(refused).toEqual([expect.objectContaining({ host: '10.1.2.4', organizationId, integrationId: id })]);
});
