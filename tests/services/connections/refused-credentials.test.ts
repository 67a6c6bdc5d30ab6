// A connection whose credentials an API refuses: its status says so, from an execution to the screen and the JSON API.
import { beforeEach, expect, it } from 'vitest';
import { changeConnection, createConnection, readConnectionById } from '~/services/connections/connections';
import { runExecution } from '~/services/runs/run-execution';
import { testConnection } from '~/services/test-runs/connection-test';
import { createRunSetup, never, type RunSetup } from '../runs/run-setup';

let setup: RunSetup;
let id: string;
let integrationId: string;
/** The status that the API answers with. */
let status: number;

beforeEach(async () => {
  setup = await createRunSetup();
  setup.answers.handler = (_request, response) => response.writeHead(status).end();
  const about = { name: 'Shop API', kind: 'api_key', baseUrl: setup.target.url };
  const config = { in: 'header', name: 'X-Key', value: 'sesame-open-77' };
  const outcome = await createConnection(setup.context, setup.actor, { ...about, config });
  if (outcome.kind !== 'connection') throw new Error(JSON.stringify(outcome));
  ({ id } = outcome.connection);
  const authConfig = { type: 'connection', connectionId: id };
  integrationId = await setup.seed({
    apiCalls: [{ id: 'a', name: 'Orders', method: 'GET', url: '/orders', authConfig }],
  });
});

/** Executes the integration while the API answers with a status. */
async function execute(answered: number): Promise<string> {
  status = answered;
  const executionId = await setup.accept(integrationId);
  await runExecution(setup.context, await setup.claim(), never, never);
  return executionId;
}

async function readState() {
  const outcome = await readConnectionById(setup.context, setup.actor.organizationId, id);
  if (outcome.kind !== 'connection') throw new Error(outcome.kind);
  const { connection } = outcome;
  return { status: connection.status, statusReason: connection.statusReason, refusal: connection.refusal };
}

const ready = { status: 'ready', statusReason: null, refusal: null };

it('is failing after a 401, which it names, until a call is accepted; other refusals say nothing of credentials', async () => {
  await execute(200);
  expect(await readState()).toEqual(ready);
  const executionId = await execute(401);
  const at = new Date(setup.context.now()).toISOString();
  const refused = {
    status: 'failing',
    statusReason: 'The API refused the credentials of the call Orders (HTTP 401).',
    refusal: { at, integrationId, executionId, callName: 'Orders' },
  };
  expect(await readState()).toEqual(refused);
  for (const other of [302, 404, 429, 500]) await execute(other);
  expect(await readState()).toEqual(refused);
  await execute(201);
  expect(await readState()).toEqual(ready);
});

it('is ready with a new key, another server or after a test that works, but not with a new name', async () => {
  const change = async (input: object) => {
    const outcome = await changeConnection(setup.context, setup.actor, id, input);
    expect(outcome.kind).toBe('connection');
    return (await readState()).status;
  };
  await execute(401);
  expect(await change({ name: 'Shop', pace: { requests: 60, burst: 60 } })).toBe('failing');
  expect(await change({ config: { value: 'sesame-open-78' } })).toBe('ready');
  await execute(401);
  const elsewhere = { baseUrl: `${setup.target.url}/v2`, config: { value: 'sesame-open-78' } };
  expect(await change(elsewhere)).toBe('ready');
  await execute(401);
  await testConnection(setup.context, setup.actor, id, '/me');
  expect((await readState()).status).toBe('failing');
  status = 200;
  await testConnection(setup.context, setup.actor, id, '/me');
  expect(await readState()).toEqual(ready);
});

it('is not blamed for a response to the key that was replaced while the call was on its way', async () => {
  setup.answers.handler = async (_request, response) => {
    const config = { value: 'sesame-open-78' };
    await changeConnection(setup.context, setup.actor, id, { config });
    response.writeHead(401).end();
  };
  await execute(401);
  expect(await readState()).toEqual(ready);
});
