// Calls that sign in with a connection, from the delivery to the log.
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { listAttempts } from '~/db/executions/steps';
import type { LoggedRequest } from '~/engine/logged';
import { signRequest } from '~/services/connections/signing/aws-signature';
import { createConnection } from '~/services/connections/connections';
import { runExecution } from '~/services/runs/run-execution';
import { testCall } from '~/services/test-runs/single-call';
import { answerJson, startTarget } from '../../support/target';
import { createRunSetup, never, type RunSetup } from './run-setup';

let setup: RunSetup;

beforeEach(async () => {
  setup = await createRunSetup();
});

async function connect(input: object): Promise<{ type: 'connection'; connectionId: string }> {
  const about = { name: 'Shop', baseUrl: setup.target.url, ...input };
  const outcome = await createConnection(setup.context, setup.actor, about);
  if (outcome.kind !== 'connection') throw new Error(JSON.stringify(outcome));
  return { type: 'connection', connectionId: outcome.connection.id };
}

const bearer = { kind: 'bearer', config: { token: 'sesame-open-77' } };

async function run(...apiCalls: object[]) {
  const calls = apiCalls.map((call, index) => Object.assign({ id: `call-${index}`, method: 'GET' }, call));
  const id = await setup.accept(await setup.seed({ apiCalls: calls }));
  await runExecution(setup.context, await setup.claim(), never);
  const attempts = await listAttempts(setup.context.db, [id]);
  const logged = attempts.map(({ request }) => JSON.parse(request) as LoggedRequest);
  return { ...(await setup.findExecution(id)), logged, rows: JSON.stringify(attempts) };
}

test('a call gets the token, and its log what signed it in, without the token, also where the target repeats it', async () => {
  const authConfig = await connect(bearer);
  setup.answers.handler = answerJson({ you: 'sent Bearer sesame-open-77' });
  const { status, logged, rows } = await run({ url: '/orders', authConfig }, { url: setup.target.url });
  expect(status).toBe('completed');
  const [first, second] = setup.target.received;
  expect(first).toMatchObject({ url: '/orders', headers: { authorization: 'Bearer sesame-open-77' } });
  expect(second?.headers.authorization).toBeUndefined();
  expect(logged[0]).toMatchObject({ connection: 'Shop (Bearer token)' });
  expect(logged[0]?.headers).toContainEqual(['Authorization', 'Bearer ••••']);
  expect(logged[1]).not.toHaveProperty('connection');
  expect(rows).not.toContain('sesame-open-77');
});

test.each([
  [{ in: 'query', name: 'id', value: 'q7' }, '/orders?id=q7', '/orders?id=••••'],
  [{ in: 'header', name: 'X-Shop', value: 'h7' }, '/orders', '/orders'],
])('a short key by a harmless name is hidden by its place: %o', async (config, sent, logged) => {
  const authConfig = await connect({ kind: 'api_key', config: { ...config, extraHeaders: 'X-Account: a7' } });
  const outcome = await run({ url: '/orders', authConfig, headers: { 'x-account': 'mine' } });
  expect(setup.target.received[0]?.url).toBe(sent);
  expect(outcome.logged[0]?.url).toBe(setup.target.url + logged);
  expect(setup.target.received[0]?.headers['x-shop']).toBe(config.in === 'header' ? 'h7' : undefined);
  if (config.in === 'header') expect(outcome.logged[0]?.headers).toContainEqual(['X-Shop', '••••']);
  // A further header is hidden alike, and replaces one of the call.
  expect(setup.target.received[0]?.headers['x-account']).toBe('a7');
  expect(outcome.logged[0]?.headers).toContainEqual(['X-Account', '••••']);
});

test('a key in the path is hidden by its value, also in what the target answers', async () => {
  const config = { in: 'path', name: 'bot', value: '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw' };
  const authConfig = await connect({ kind: 'api_key', config });
  setup.answers.handler = answerJson({ at: `/bot${config.value}/getMe` });
  const outcome = await run({ url: '/getMe', authConfig });
  expect(setup.target.received[0]?.url).toBe(`/bot${config.value}/getMe`);
  expect(outcome.logged[0]?.url).toBe(`${setup.target.url}/bot••••/getMe`);
  expect(JSON.stringify(outcome)).not.toContain('AAHdqTcv');
});

test('nothing is sent to a host that the connection does not allow, whatever a variable says', async () => {
  const other = await startTarget();
  onTestFinished(() => other.close());
  const authConfig = await connect(bearer);
  setup.answers.handler = answerJson({ token: other.url });
  const { status, error_message } = await run(
    { url: setup.target.url, responseMapping: { extractFields: [{ jsonPath: '.token', saveAs: 'there' }] } },
    { url: '{{there}}/x', authConfig },
  );
  expect(other.received).toEqual([]);
  expect(status).toBe('error');
  expect(error_message).toContain(
    `Nothing was sent: the connection Shop does not allow the host 127.0.0.1:${other.port}.`,
  );
});

test('a redirect takes the credentials along to an allowed host, and to no other', async () => {
  const [allowed, foreign] = [await startTarget(), await startTarget()];
  onTestFinished(() => Promise.all([allowed.close(), foreign.close()]).then(() => undefined));
  const config = { in: 'header', name: 'X-Shop', value: 'a-long-key-77' };
  const authConfig = await connect({
    kind: 'api_key',
    config,
    allowedHosts: [`127.0.0.1:${allowed.port}`],
  });
  const headers = { 'X-Api-Key': 'of-the-call' };
  for (const to of [allowed, foreign]) {
    setup.answers.handler = (_request, response) =>
      response.writeHead(307, { Location: `${to.url}/there` }).end();
    await run({ url: '/from', authConfig, headers, followRedirects: true });
  }
  expect(allowed.received[0]?.headers['x-shop']).toBe('a-long-key-77');
  expect(foreign.received[0]?.url).toBe('/there');
  expect(foreign.received[0]?.headers['x-shop']).toBeUndefined();
  expect([allowed, foreign].map(({ received }) => received[0]?.headers['x-api-key'])).toEqual([
    undefined,
    undefined,
  ]);
});

test('a single test signs in, too, and does not show the token', async () => {
  const authConfig = await connect(bearer);
  setup.answers.handler = answerJson({ you: 'sesame-open-77' });
  const id = await setup.seed();
  const tested = await testCall(setup.context, setup.actor, id, { method: 'GET', url: '/me', authConfig });
  expect(setup.target.received[0]?.headers.authorization).toBe('Bearer sesame-open-77');
  expect(tested).toMatchObject({ kind: 'tested', test: { success: true, body: '{"you":"••••"}' } });
});

test('a call is signed for AWS as it is sent, and its log says by whom', async () => {
  const config = {
    accessKeyId: 'AKIDEXAMPLE',
    secretAccessKey: 'secret-access-key-77',
    region: 'eu-central-1',
    service: 's3',
  };
  const authConfig = await connect({ kind: 'aws_sigv4', config });
  setup.answers.handler = answerJson({ you: 'secret-access-key-77' });
  const headers = { Authorization: 'of the call' };
  const { status, logged, rows } = await run({
    method: 'PUT',
    url: '/bucket/a%20b?x=1',
    body: '"é"',
    authConfig,
    headers,
  });
  expect(status).toBe('completed');
  const [sent] = setup.target.received;
  const at = (name: string) => String(sent?.headers[name]);
  const names = /SignedHeaders=([^,]+)/.exec(at('authorization'))?.[1] ?? '';
  const signed = names.split(';').map((name): [string, string] => [name, at(name)]);
  expect(names).toContain('host;');
  expect(names).toContain('x-amz-content-sha256;x-amz-date');
  const wire = { method: 'PUT', path: '/bucket/a%20b', query: 'x=1', headers: signed, body: '"é"' };
  expect(at('authorization')).toBe(signRequest(wire, { ...config, sessionToken: '' }));
  expect(logged[0]).toMatchObject({ connection: 'Shop (AWS Signature Version 4)' });
  expect(rows).not.toContain('secret-access-key-77');
});
