// Calls of runs that wait for their turn at a host which is busy with other calls of the organization.
import { beforeEach, expect, test } from 'vitest';
import { releaseJobsOf } from '~/db/executions/queue/jobs';
import { listAttempts } from '~/db/executions/steps';
import { createConnection } from '~/services/connections/connections';
import { runExecution } from '~/services/runs/run-execution';
import { makeOutbound, makeRequest } from '../../../outbound/loopback';
import { createRunSetup, never, type RunSetup } from '../run-setup';

const maxRunMs = 15 * 60_000;
const tooLong = 'The execution took longer than 15 minutes.';

let setup: RunSetup;
/** Ends the call that has the only turn. */
let giveTurn: () => void;

beforeEach(async () => {
  setup = await createRunSetup();
  const { context, actor, target } = setup;
  context.outbound = makeOutbound({ callsPerHost: 1 });
  const leave = new AbortController();
  const arrived = new Promise<void>((resolve) => {
    setup.answers.handler = (request, response) => {
      if (request.url === '/slow') resolve();
      else response.end('{"token":"abc"}');
    };
  });
  giveTurn = () => leave.abort();
  const { organizationId } = actor;
  const slow = makeRequest(`${target.url}/slow`, { organizationId, signal: leave.signal, timeoutMs: 60_000 });
  void context.outbound.send(slow);
  await arrived;
});

/** Executes a run until it ends; `whenWaiting` is called when a call waits for its turn. */
async function run(id: string, whenWaiting: () => void = () => {}) {
  const job = await setup.claim();
  await runExecution(setup.context, job, never, undefined, (isWaiting) => {
    if (isWaiting) whenWaiting();
  });
  return setup.findExecution(id);
}

test('a call is signed when its turn has come, and the log knows no token that was made then', async () => {
  const connection = await createConnection(setup.context, setup.actor, {
    name: 'Exchange',
    kind: 'signed_jwt',
    baseUrl: setup.target.url,
    config: { algorithm: 'HS256', key: 'a-key-of-thirty-two-characters-77', claims: '{"uri": "{{path}}"}' },
  });
  if (connection.kind !== 'connection') throw new Error(JSON.stringify(connection));
  const authConfig = { type: 'connection', connectionId: connection.connection.id };
  setup.answers.handler = ({ headers }, response) =>
    response.end(JSON.stringify({ you: headers.authorization }));
  const id = await setup.accept(await setup.seed({ apiCalls: [{ id: 'a', url: '/orders', authConfig }] }));
  await run(id, () => {
    setup.context.clock.advance(60_000);
    giveTurn();
  });
  const [, token = ''] = setup.target.received.at(-1)?.headers.authorization?.split(' ') ?? [];
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  expect(claims).toMatchObject({ uri: '/orders', iat: setup.context.now() / 1_000 });
  const rows = JSON.stringify(await listAttempts(setup.context.db, [id]));
  expect(rows).toContain('you');
  expect(rows).not.toContain(token.slice(-20));
});

/** Returns an execution that was begun so long ago, and given back since. */
async function begin(agoMs: number): Promise<string> {
  const id = await setup.accept(await setup.seed());
  await setup.claim('a runner before');
  await releaseJobsOf(setup.context.db, 'a runner before');
  setup.context.clock.advance(agoMs);
  return id;
}

test('a run that is out of time ends while its call waits, and sends nothing', async () => {
  const id = await begin(maxRunMs - 100);
  expect(await run(id)).toEqual({ status: 'error', error_message: tooLong });
  giveTurn();
  expect(setup.target.received.map(({ url }) => url)).toEqual(['/slow']);
  expect(await listAttempts(setup.context.db, [id])).toMatchObject([{ error_message: tooLong }]);
});

test('a turn that comes when the time of the run is over is not used', async () => {
  const id = await begin(maxRunMs - 60_000);
  const ended = await run(id, () => {
    setup.context.clock.advance(60_000);
    giveTurn();
  });
  expect(ended).toEqual({ status: 'error', error_message: tooLong });
  expect(setup.target.received.map(({ url }) => url)).toEqual(['/slow']);
});
