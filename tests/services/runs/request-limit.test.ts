import { beforeEach, expect, test } from 'vitest';
import { freeJobsOf } from '~/db/executions/queue/jobs';
import { listAttempts, listSteps } from '~/db/executions/steps';
import { replayExecution } from '~/services/runs/replay-execution';
import { runExecution } from '~/services/runs/run-execution';
import { readHistory } from '~/services/runs/run-history';
import { answerJson } from '../../support/target';
import { createRunSetup, never, type RunSetup } from './run-setup';

const words = 'An execution can send at most 5,000 requests, and this one has reached that.';

let setup: RunSetup;
let integrationId: string;

beforeEach(async () => {
  setup = await createRunSetup();
});

const count = (to: number) => Array.from({ length: to }, (_, index) => index + 1);

/** Six calls for each item. */
async function accept(loop: object, items = 1_000): Promise<string> {
  const apiCalls = count(6).map((n) => ({
    id: `c${n}`,
    name: `Call ${n}`,
    method: 'GET',
    url: `${setup.target.url}/${n}/{{entry}}`,
  }));
  const each = { id: 'l1', order: 0.5, throughCallId: 'c6', items: 'trigger', itemName: 'entry' };
  integrationId = await setup.seed({ apiCalls, loopSteps: [{ ...each, ...loop }] });
  return setup.accept(integrationId, JSON.stringify(count(items)));
}

const listKeys = () => setup.target.received.map(({ headers }) => String(headers['idempotency-key']));

async function listLogged(executionId: string) {
  const { db } = setup.context;
  return {
    steps: await listSteps(db, [executionId]),
    attempts: await listAttempts(db, [executionId]),
  };
}

test('an execution sends 5,000 requests for the items of its list, and ends in words', async () => {
  const id = await accept({});
  await runExecution(setup.context, await setup.claim(), never);
  expect(await setup.findExecution(id)).toEqual({
    status: 'error',
    error_message: `Item 834 of 1,000: Call 3: ${words}`,
  });
  expect(new Set(listKeys()).size).toBe(5_000);
  expect(setup.target.received.at(-1)?.url).toBe('/2/834');
  const { steps, attempts } = await listLogged(id);
  expect(attempts).toHaveLength(5_000);
  expect(attempts.filter((each) => each.status_code !== 200 || each.duration_ms === null)).toEqual([]);
  expect(steps.filter(({ status }) => status !== 'success')).toMatchObject([
    { kind: 'loop', status: 'error', error_message: `Item 834 of 1,000: Call 3: ${words}` },
    { kind: 'item', item: 834, status: 'error', error_message: `Call 3: ${words}` },
    { kind: 'call', item: 834, call_id: 'c3', status: 'error', error_message: words },
  ]);
  expect(steps.filter(({ kind }) => kind === 'item')).toHaveLength(834);
}, 60_000);

test('a replay counts those that it sends itself', async () => {
  setup.answers.handler = (request, response) =>
    answerJson({}, request.url === '/6/3' ? 500 : 200)(request, response);
  const executionId = await accept({ atOnce: 2 }, 3);
  await runExecution(setup.context, await setup.claim(), never);
  setup.context.clock.advance(1_000);
  setup.answers.handler = answerJson({});
  const replayed = await replayExecution(setup.context, setup.actor, {
    integrationId,
    executionId,
    from: 'failed',
  });
  if (replayed.kind !== 'queued') throw new Error(JSON.stringify(replayed));
  const countSent = async () => (await readHistory(setup.context, replayed.executionId)).requestsBefore;
  expect(await countSent()).toBe(0);
  await runExecution(setup.context, await setup.claim(), never);
  expect(setup.target.received).toHaveLength(19);
  expect(await countSent()).toBe(1);
});

test('those before a crash count', async () => {
  const id = await accept({ atOnce: 10 });
  const lost = new AbortController();
  const { handler } = setup.answers;
  setup.answers.handler = async (request, response) => {
    if (setup.target.received.length === 4_985) lost.abort();
    await handler(request, response);
  };
  await runExecution(setup.context, await setup.claim(), never, lost.signal);
  await freeJobsOf(setup.context.db, 'runner');
  await runExecution(setup.context, await setup.claim(), never);
  expect(await setup.findExecution(id)).toEqual({
    status: 'error',
    error_message: expect.stringMatching(/^Item 83\d of 1,000: Call \d: An execution can send at most/),
  });
  expect(new Set(listKeys()).size).toBe(5_000);
  const { steps, attempts } = await listLogged(id);
  expect(attempts).toHaveLength(5_000);
  expect(attempts.filter(({ status_code: status }) => status !== 200)).toEqual([]);
  expect(steps.filter(({ status }) => status === 'running')).toEqual([]);
}, 60_000);
