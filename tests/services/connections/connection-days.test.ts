// Calls of a connection in a day, from deliveries to what its screen and the API show.
import { beforeEach, expect, it } from 'vitest';
import { createConnection, deleteConnection, readConnectionById } from '~/services/connections/connections';
import { listConnectionResponses } from '~/services/connections/connection-response';
import { runExecution } from '~/services/runs/run-execution';
import { makeOutbound } from '../../outbound/loopback';
import { createRunSetup, never, type RunSetup } from '../runs/run-setup';

let setup: RunSetup;
let id: string;

beforeEach(async () => {
  setup = await createRunSetup();
  id = await connect('Shop API');
});

async function connect(name: string): Promise<string> {
  const about = { name, baseUrl: setup.target.url, kind: 'bearer', config: { token: 'sesame-open-77' } };
  const outcome = await createConnection(setup.context, setup.actor, about);
  if (outcome.kind !== 'connection') throw new Error(JSON.stringify(outcome));
  return outcome.connection.id;
}

/** An integration of two calls, of which the second uses no connection. */
function seed(connectionId: string): Promise<string> {
  const authConfig = { type: 'connection', connectionId };
  const orders = { id: 'a', name: 'Orders', method: 'GET', url: '/orders', authConfig };
  const health = { id: 'b', name: 'Health', method: 'GET', url: `${setup.target.url}/health` };
  return setup.seed({ apiCalls: [orders, health] });
}

async function execute(integrationId: string): Promise<void> {
  await setup.accept(integrationId);
  await runExecution(setup.context, await setup.claim(), never, never);
}

async function readToday() {
  const { context, actor } = setup;
  const outcome = await readConnectionById(context, actor.organizationId, id);
  return outcome.kind === 'connection' ? outcome.connection.today : outcome;
}

it('counts what was sent with it, and what the target refused as too much, until midnight in UTC', async () => {
  const { context, answers, actor } = setup;
  const integrationId = await seed(id);
  expect(await readToday()).toEqual({ calls: 0, refused: 0 });
  await execute(integrationId);
  const { handler } = answers;
  answers.handler = (_request, response) => response.writeHead(429).end();
  await execute(integrationId);
  answers.handler = handler;
  expect(await readToday()).toEqual({ calls: 2, refused: 1 });

  const other = await connect('Other API');
  await execute(await seed(other));
  const listed = await listConnectionResponses(context, actor.organizationId);
  expect(listed.map(({ name, today }) => ({ name, today }))).toEqual([
    { name: 'Other API', today: { calls: 1, refused: 0 } },
    { name: 'Shop API', today: { calls: 2, refused: 1 } },
  ]);

  const dayMs = 24 * 3_600_000;
  context.clock.advance(dayMs - (context.now() % dayMs));
  expect(await readToday()).toEqual({ calls: 0, refused: 0 });
  await execute(integrationId);
  expect(await readToday()).toEqual({ calls: 1, refused: 0 });
});

it('counts nothing that was not sent: not what found nobody, nor what an open circuit kept back', async () => {
  Object.assign(setup.context, { outbound: makeOutbound({ circuitFailures: 1 }) });
  const integrationId = await seed(id);
  await setup.target.close();
  const run = async () => {
    const executionId = await setup.accept(integrationId);
    await runExecution(setup.context, await setup.claim(), never, never);
    return (await setup.findExecution(executionId))?.error_message;
  };
  const reasons = [await run(), await run()];
  expect(reasons).toEqual([expect.stringContaining('refused'), expect.stringContaining('Nothing was sent')]);
  expect(await readToday()).toEqual({ calls: 0, refused: 0 });
});

it('counts nothing of a connection that is deleted while its call is on its way, and the run ends', async () => {
  const { context, actor, answers } = setup;
  const integrationId = await seed(id);
  const { handler } = answers;
  answers.handler = async (request, response) => {
    await context.db.run(context.db.build.deleteFrom('connections').where('id', '=', id));
    handler(request, response);
  };
  await execute(integrationId);
  expect(await deleteConnection(context, actor, id)).toEqual({ kind: 'not-found' });
  const rows = await context.db.all(context.db.build.selectFrom('connection_days').selectAll());
  expect(rows).toEqual([]);
});
