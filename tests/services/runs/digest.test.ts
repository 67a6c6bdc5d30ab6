// Calls that sign in by Digest authentication, from the connection to the log.
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { listAttempts } from '~/db/executions/steps';
import type { LoggedRequest } from '~/engine/logged';
import { createConnection, readConnectionById } from '~/services/connections/connections';
import { runExecution } from '~/services/runs/run-execution';
import { testCall } from '~/services/test-runs/single-call';
import { createDigestTarget } from '../../support/digest-target';
import { startTarget } from '../../support/target';
import { createRunSetup, never, type RunSetup } from './run-setup';

let setup: RunSetup;

beforeEach(async () => {
  setup = await createRunSetup();
});

async function connect(
  input: object = {},
  config: object = {},
): Promise<{ type: 'connection'; connectionId: string }> {
  const credentials = { username: 'ada', password: 'lovelace-1815', ...config };
  const about = { name: 'Door', kind: 'digest', baseUrl: setup.target.url, config: credentials, ...input };
  const outcome = await createConnection(setup.context, setup.actor, about);
  if (outcome.kind !== 'connection') throw new Error(JSON.stringify(outcome));
  return { type: 'connection', connectionId: outcome.connection.id };
}

async function run(...apiCalls: object[]) {
  const calls = apiCalls.map((call, index) => Object.assign({ id: `call-${index}`, method: 'GET' }, call));
  const id = await setup.accept(await setup.seed({ apiCalls: calls }));
  await runExecution(setup.context, await setup.claim(), never);
  const attempts = await listAttempts(setup.context.db, [id]);
  const logged = attempts.map(({ request }) => JSON.parse(request) as LoggedRequest);
  return { ...(await setup.findExecution(id)), logged, rows: JSON.stringify(attempts) };
}

test.each([
  { algorithm: 'SHA-256' },
  { algorithm: 'MD5' },
  { algorithm: 'MD5-sess' },
  { qop: 'auth-int' },
] as const)('the challenge is answered, and its nonce serves the calls after it: %o', async (options) => {
  const target = createDigestTarget(options);
  setup.answers.handler = target.handler;
  const authConfig = await connect();
  const { status, logged, rows } = await run(
    { url: '/orders?a=1&b=%20', authConfig },
    { url: '/orders', method: 'POST', body: '{"größe":1}', authConfig },
    { url: '/orders/2', authConfig, headers: { Authorization: 'Basic other' } },
  );
  expect(status).toBe('completed');
  expect(target.seen).toEqual(['no proof', 'right', 'right', 'right']);
  const [bare, proven, next] = setup.target.received;
  expect(bare?.headers.authorization).toBeUndefined();
  expect(proven?.headers['idempotency-key']).toBe(bare?.headers['idempotency-key']);
  expect(next?.headers.authorization).toContain('nc=00000002');
  expect(logged).toHaveLength(3);
  expect(logged[0]).toMatchObject({ connection: 'Door (Digest authentication)' });
  expect(rows).not.toContain('lovelace-1815');
  expect(JSON.stringify(setup.target.received)).not.toContain('lovelace-1815');
});

test('a nonce that the target no longer knows is renewed at once', async () => {
  const target = createDigestTarget();
  setup.answers.handler = target.handler;
  const authConfig = await connect();
  await run({ url: '/a', authConfig });
  target.forgetNonces();
  expect((await run({ url: '/b', method: 'POST', body: '{"b":1}', authConfig })).status).toBe('completed');
  expect(target.seen).toEqual(['no proof', 'right', 'stale', 'right']);
  expect(setup.target.received.slice(2).map(({ body }) => body)).toEqual(['{"b":1}', '{"b":1}']);
});

test('a wrong password is shown once for each call, and the 401 is what the call got', async () => {
  const target = createDigestTarget();
  setup.answers.handler = target.handler;
  const authConfig = await connect({}, { password: 'guess' });
  const first = await run({ url: '/a', authConfig });
  expect(first).toMatchObject({ status: 'error', error_message: expect.stringContaining('401') });
  await run({ url: '/a', authConfig });
  expect(target.seen).toEqual(['no proof', 'wrong', 'no proof', 'wrong']);
});

test('a 401 without a challenge that can be answered is left as it is', async () => {
  setup.answers.handler = (_request, response) =>
    response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="x"' }).end();
  const { status } = await run({ url: '/a', authConfig: await connect() });
  expect(status).toBe('error');
  expect(setup.target.received).toHaveLength(1);
  expect(setup.target.received[0]?.headers.authorization).toBeUndefined();
});

test('a redirect is answered at allowed hosts alone', async () => {
  const [target, other] = [createDigestTarget(), createDigestTarget()];
  const [allowed, foreign] = [await startTarget(target.handler), await startTarget(other.handler)];
  onTestFinished(() => Promise.all([allowed.close(), foreign.close()]).then(() => undefined));
  const authConfig = await connect({ allowedHosts: [`127.0.0.1:${allowed.port}`] });
  setup.answers.handler = ({ url }, response) =>
    response.writeHead(302, { Location: url === '/in' ? `${allowed.url}/in` : `${foreign.url}/out` }).end();
  const inside = await run({ url: '/in', authConfig, followRedirects: true });
  const outside = await run({ url: '/out', authConfig, followRedirects: true });
  expect([inside.status, outside.status]).toEqual(['completed', 'error']);
  expect([target.seen, other.seen]).toEqual([['no proof', 'right'], ['no proof']]);
});

test('the password is masked where the connection is read, and a test of one call answers the challenge', async () => {
  setup.answers.handler = createDigestTarget().handler;
  const authConfig = await connect();
  const shown = await readConnectionById(setup.context, setup.actor.organizationId, authConfig.connectionId);
  expect(shown).toMatchObject({ connection: { config: { username: 'ada', password: '••••1815' } } });
  const id = await setup.seed();
  const tested = await testCall(setup.context, setup.actor, id, { method: 'GET', url: '/x', authConfig });
  expect(tested).toMatchObject({ kind: 'tested', test: { success: true, statusCode: 200 } });
});
