import { beforeEach, expect, test } from 'vitest';
import type { ClaimedJob } from '~/db/executions/queue/claimed-job';
import { releaseJobsOf } from '~/db/executions/queue/jobs';
import { listAttempts, listSteps } from '~/db/executions/steps';
import { runExecution } from '~/services/runs/run-execution';
import { makeHandling } from '../../engine/run/run-steps';
import { createRunSetup, never, type RunSetup } from './run-setup';

const maxRunMs = 15 * 60_000;
const words = 'The execution took longer than 15 minutes.';

let setup: RunSetup;
let executionId: string;

beforeEach(async () => {
  setup = await createRunSetup();
  executionId = await setup.accept(await setup.seed());
});

/** A claim of the execution that was taken up so long ago, and given back since. */
async function claimBegun(agoMs: number): Promise<ClaimedJob> {
  await setup.claim('a runner before');
  await releaseJobsOf(setup.context.db, 'a runner before');
  setup.context.clock.advance(agoMs);
  return setup.claim();
}

test('after 15 minutes no further call is sent', async () => {
  await runExecution(setup.context, await claimBegun(maxRunMs), never);
  expect(setup.target.received).toEqual([]);
  expect(await setup.findExecution(executionId)).toEqual({ status: 'error', error_message: words });
  expect(await setup.countJobs()).toBe(0);
});

test('a call in flight at that moment is given up', async () => {
  setup.holdAnswers('/first');
  await runExecution(setup.context, await claimBegun(maxRunMs - 100), never);
  expect(setup.target.received).toHaveLength(1);
  expect(await setup.findExecution(executionId)).toEqual({ status: 'error', error_message: words });
  expect(await listSteps(setup.context.db, [executionId])).toMatchObject([
    { status: 'error', error_message: words },
  ]);
  expect(await listAttempts(setup.context.db, [executionId])).toMatchObject([{ error_message: words }]);
});

test('a clock that is put forward ends nothing that is under way', async () => {
  setup.answers.handler = (_request, response) => {
    if (setup.target.received.length === 1) setup.context.clock.set(maxRunMs * 4);
    response.end('{"token":"abc"}');
  };
  await runExecution(setup.context, await setup.claim(), never);
  expect(setup.target.received).toHaveLength(2);
  expect(await setup.findExecution(executionId)).toEqual({ status: 'completed', error_message: null });
});

test('waiting in the queue does not count', async () => {
  setup.context.clock.advance(maxRunMs * 2);
  await runExecution(setup.context, await setup.claim(), never);
  expect(await setup.findExecution(executionId)).toMatchObject({ status: 'completed' });
});

test('a run whose items wait beyond its time ends then', async () => {
  setup.answers.handler = (_request, response) => {
    response.writeHead(503, { 'Retry-After': '3600' }).end();
  };
  const retry = { maxRetries: 3, retryDelay: 1000, backoffStrategy: 'linear' };
  const integrationId = await setup.seed({
    apiCalls: [{ id: 'a', name: 'A', url: `${setup.target.url}/{{entry}}` }],
    loopSteps: [{ order: 0.5, throughCallId: 'a', items: 'trigger.list', itemName: 'entry' }],
    responseHandlingSteps: [
      makeHandling('a', [{ statusCodes: ['5xx'], action: 'retry', retryConfig: retry }]),
    ],
  });
  await runExecution(setup.context, await setup.claim(), never);
  executionId = await setup.accept(integrationId, '{"list":[1]}');
  await runExecution(setup.context, await setup.claim(), never);
  expect(await setup.findExecution(executionId)).toMatchObject({ status: 'running' });
  setup.context.clock.advance(maxRunMs);
  await runExecution(setup.context, await setup.claim(), never);
  expect(await setup.findExecution(executionId)).toEqual({ status: 'error', error_message: words });
  expect(await setup.countJobs()).toBe(0);
});

test('a run may take as long as its settings say', async () => {
  await runExecution(setup.context, await setup.claim(), never);
  const integrationId = await setup.seed({ runSettings: { maxMinutes: 60 } });
  executionId = await setup.accept(integrationId);
  await runExecution(setup.context, await claimBegun(59 * 60_000), never);
  expect(await setup.findExecution(executionId)).toMatchObject({ status: 'completed' });

  executionId = await setup.accept(integrationId);
  await runExecution(setup.context, await claimBegun(60 * 60_000), never);
  expect(await setup.findExecution(executionId)).toEqual({
    status: 'error',
    error_message: 'The execution took longer than 60 minutes.',
  });
});
