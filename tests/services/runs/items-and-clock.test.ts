// The clock of the machine is set back while items of a list wait: none waits until the time that was counted before.
import { beforeEach, expect, test } from 'vitest';
import { createClockFollower } from '~/jobs/clock-follower';
import { followClock } from '~/services/installation/clock';
import { runExecution } from '~/services/runs/run-execution';
import { makeHandling } from '../../engine/run/run-steps';
import { createRunSetup, never, type RunSetup } from './run-setup';

const hourMs = 3_600_000;
const delayMs = 20_000;
let setup: RunSetup;
let executionId: string;

async function seed(call: object, more: object = {}, retryDelay = delayMs) {
  const integrationId = await setup.seed({
    apiCalls: [{ id: 'a', name: 'A', method: 'GET', url: `${setup.target.url}/{{entry}}`, ...call }],
    loopSteps: [
      { order: 0.5, throughCallId: 'a', items: 'trigger.list', itemName: 'entry', atOnce: 2, ...more },
    ],
    responseHandlingSteps: [
      makeHandling('a', [{ statusCodes: [503], action: 'retry', retryConfig: { retryDelay } }]),
    ],
  });
  executionId = await setup.accept(integrationId, '{"list":["x","y"]}');
}

beforeEach(async () => {
  setup = await createRunSetup();
});

/** When the execution is to be taken up again, by the clock. */
async function readRunAt(): Promise<number | undefined> {
  const { db } = setup.context;
  return (await db.first(db.build.selectFrom('jobs').select('run_at').where('kind', '=', 'execution')))
    ?.run_at;
}

async function runOn(): Promise<void> {
  await runExecution(setup.context, await setup.claim(), never);
}

test('an item whose run was given back is tried again at once', async () => {
  const { context, target } = setup;
  setup.answers.handler = (_request, response) =>
    response.writeHead(target.received.length <= 2 ? 503 : 200).end('{}');
  const follow = createClockFollower(context);
  await seed({});
  await runOn();
  context.clock.set(-hourMs);
  await follow();
  await followClock(context);
  await runOn();
  expect(await setup.findExecution(executionId)).toMatchObject({ status: 'completed' });
});

test('an item that waits while another one is under way is tried again after its delay', async () => {
  const { context, target } = setup;
  setup.answers.handler = (request, response) => {
    if (request.url === '/x') return response.writeHead(503).end('{}');
    context.clock.set(-hourMs);
    return response.end('{}');
  };
  await seed({});
  await runOn();
  expect(target.received).toHaveLength(2);
  expect(await readRunAt()).toBeLessThanOrEqual(context.now() + delayMs);
});

test('an item is tried again while the call of another one is under way', { timeout: 20_000 }, async () => {
  const { context, target } = setup;
  const hold = setup.holdAnswers('/y');
  const { handler } = setup.answers;
  setup.answers.handler = async (request, response) => {
    if (request.url === '/y') return handler(request, response);
    const tries = target.received.filter(({ url }) => url === '/x').length;
    response.writeHead(tries === 1 ? 503 : 200).end('{}');
    // The other call is answered only now.
    if (tries === 2) hold.release();
  };
  await seed({}, {}, 100);
  await runExecution(context, await setup.claim(), never);
  expect(await setup.findExecution(executionId)).toMatchObject({ status: 'completed' });
  expect(target.received.map(({ url }) => url).toSorted()).toEqual(['/x', '/x', '/y']);
});

test('the next page of an item is asked for at once', async () => {
  const { context, target } = setup;
  setup.answers.handler = (_request, response) =>
    response.end(target.received.length <= 2 ? '{"list":[1]}' : '{"list":[]}');
  const repeat = { kind: 'pages', next: { by: 'page' }, items: '.list', saveAs: 'all', everyMs: delayMs };
  await seed({ repeat });
  await runOn();
  const waited = await readRunAt();
  expect(waited).toBeGreaterThan(context.now());
  context.clock.set(-hourMs);
  await followClock(context);
  await runOn();
  expect(await setup.findExecution(executionId)).toMatchObject({ status: 'completed' });
});
