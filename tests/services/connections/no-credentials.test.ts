// A connection without credentials: what its calls send, where they may go, in what pace, and whose certificate they accept.
import { spawnSync } from 'node:child_process';
import { createServer } from 'node:https';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { listAttempts } from '~/db/executions/steps';
import type { Lookup } from '~/outbound/target';
import { changeConnection, createConnection, readConnectionById } from '~/services/connections/connections';
import { runExecution } from '~/services/runs/run-execution';
import { testConnection } from '~/services/test-runs/connection-test';
import { listen, makeOutbound } from '../../outbound/loopback';
import { createCertificate } from '../../support/certificate';
import { startTarget } from '../../support/target';
import { createRunSetup, never, type RunSetup } from '../runs/run-setup';

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

const lookup: Lookup = async () => [{ address: '127.0.0.1', family: 4 }];

let setup: RunSetup;

beforeEach(async () => {
  setup = await createRunSetup();
});

function create(input: object) {
  const about = { name: 'Weather', kind: 'none', baseUrl: setup.target.url, config: {} };
  return createConnection(setup.context, setup.actor, { ...about, ...input });
}

async function connect(input: object = {}): Promise<string> {
  const outcome = await create(input);
  if (outcome.kind !== 'connection') throw new Error(JSON.stringify(outcome));
  return outcome.connection.id;
}

async function run(connectionId: string, url: string) {
  const authConfig = { type: 'connection', connectionId };
  const apiCalls = [{ id: 'a', name: 'Forecast', method: 'GET', url, authConfig }];
  const id = await setup.accept(await setup.seed({ apiCalls }));
  await runExecution(setup.context, await setup.claim(), never, never);
  return {
    ...(await setup.findExecution(id)),
    rows: JSON.stringify(await listAttempts(setup.context.db, [id])),
  };
}

test('its calls carry the other headers and no credentials, and their log says so', async () => {
  const id = await connect({
    config: { extraHeaders: 'User-Agent: shop ops@example.com\nX-Tenant: t-4711-eu' },
  });
  const { status, rows } = await run(id, '/forecast');
  expect(status).toBe('completed');
  const [request] = setup.target.received;
  expect(request?.headers).toMatchObject({ 'user-agent': 'shop ops@example.com', 'x-tenant': 't-4711-eu' });
  expect(request?.headers).not.toHaveProperty('authorization');
  expect(rows).toContain('Weather (No credentials)');
});

test('its calls go to its hosts alone', async () => {
  const id = await connect({ baseUrl: '', allowedHosts: ['api.example.com'] });
  const { error_message } = await run(id, `${setup.target.url}/forecast`);
  expect(error_message).toContain('Nothing was sent: the connection Weather does not allow the host');
  expect(setup.target.received).toEqual([]);
});

test('it needs a host, and has no fields of other kinds', async () => {
  expect(await create({ baseUrl: '', config: { token: 'abc' } })).toMatchObject({
    kind: 'invalid',
    fields: {
      baseUrl: ['Enter a base URL, or the hosts that calls with this connection may go to'],
      'config.token': [expect.any(String)],
    },
  });
});

test('its calls keep its pace: a second one has to wait longer than a test does', async () => {
  const id = await connect({ pace: { requests: 1, per: 'minute', burst: 1 } });
  const [first, second] = [
    await testConnection(setup.context, setup.actor, id, '/a'),
    await testConnection(setup.context, setup.actor, id, '/b'),
  ];
  expect(first).toMatchObject({ kind: 'tested', test: { success: true } });
  expect(second).toMatchObject({ kind: 'tested', test: { success: false } });
  expect(setup.target.received.map(({ url }) => url)).toEqual(['/a']);
});

test('an API that asks for credentials makes it failing', async () => {
  setup.answers.handler = (_request, response) => response.writeHead(401).end();
  const id = await connect();
  await run(id, '/forecast');
  expect(await readConnectionById(setup.context, setup.actor.organizationId, id)).toMatchObject({
    connection: {
      status: 'failing',
      statusReason: 'The API asked for credentials at the call Forecast (HTTP 401).',
    },
  });
});

test.skipIf(!hasOpenssl)(
  'a server with a certificate of its own authority is reached once that is named',
  async () => {
    setup.context.outbound = makeOutbound({ lookup });
    const served = createCertificate('*.office.test');
    const server = createServer(served, (_request, response) => response.end('{}'));
    const port = await listen(server);
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const id = await connect({ baseUrl: `https://api.office.test:${port}` });
    expect(await testConnection(setup.context, setup.actor, id, '/')).toMatchObject({
      test: { success: false },
    });
    const change = (serverCa: string) =>
      changeConnection(setup.context, setup.actor, id, { config: { serverCa } });
    const broken = '-----BEGIN CERTIFICATE-----\nabc\n-----END CERTIFICATE-----';
    expect(await change(broken)).toMatchObject({
      kind: 'invalid',
      fields: { 'config.serverCa': [expect.any(String)] },
    });
    expect(await change(served.cert)).toMatchObject({
      connection: { config: { serverCa: served.cert.trim() } },
    });
    expect(await testConnection(setup.context, setup.actor, id, '/')).toMatchObject({
      test: { success: true },
    });
  },
);

test('the error of its test has no more of the words of a status than a log', async () => {
  const wordy = await startTarget(
    (_request, response) => void response.writeHead(500, 'x'.repeat(5_000)).end(),
  );
  onTestFinished(() => wordy.close());
  const id = await connect({ baseUrl: wordy.url });
  expect(await testConnection(setup.context, setup.actor, id, '/')).toMatchObject({
    test: { error: `HTTP 500: ${'x'.repeat(199)}…` },
  });
});
