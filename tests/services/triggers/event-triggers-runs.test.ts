import { beforeEach, expect, test } from 'vitest';
import { claimJobs } from '~/db/executions/queue/claim';
import { updateIntegration } from '~/services/integrations/integrations';
import { runExecution } from '~/services/runs/run-execution';
import { answerJson } from '../../support/target';
import { createRunSetup, never } from '../runs/run-setup';

let setup: Awaited<ReturnType<typeof createRunSetup>>;

beforeEach(async () => {
  setup = await createRunSetup();
});

/** Runs all that is due, and what that starts, one after the other. */
async function runAll(): Promise<void> {
  const { db, now } = setup.context;
  for (;;) {
    const [job] = await db.transaction(
      async (tx) => (await claimJobs(tx, { owner: 'x', limit: 1, now: now(), leaseMs: 30_000 })).jobs,
    );
    if (!job) return;
    await runExecution(setup.context, job, never);
  }
}

function waitFor(integrationId: string, on: string) {
  return { triggerConfig: { type: 'event', event: { integrationId, on } } };
}

function listExecutions() {
  const { db } = setup.context;
  return db.all(
    db.build
      .selectFrom('executions')
      .select(['integration_id as integrationId', 'status', 'hops', 'error_message as errorMessage'])
      .orderBy('id'),
  );
}

test('what one execution found out, the next one sends', async () => {
  const { context, target, firstCall } = setup;
  const source = await setup.seed({ apiCalls: [firstCall] });
  const body = '[{{trigger.status}}, {{trigger.variables.token}}]';
  const apiCalls = [{ id: 'tell', name: 'Tell', method: 'POST', url: `${target.url}/tell`, body }];
  const follower = await setup.seed({ ...waitFor(source, 'completed'), apiCalls });
  await setup.accept(source);
  await runAll();
  expect(target.received.map(({ url, body: sent }) => [url, sent])).toEqual([
    ['/first', '{"n": 1.10}'],
    ['/tell', '["completed", "abc"]'],
  ]);
  expect(await listExecutions()).toMatchObject([
    { integrationId: source, status: 'completed', hops: 0 },
    { integrationId: follower, status: 'completed', hops: 1 },
  ]);
  expect(context.notified).toContain(follower);
});

test('an execution in error starts only what waits for errors', async () => {
  const { firstCall } = setup;
  setup.answers.handler = answerJson({}, 500);
  const source = await setup.seed({ apiCalls: [firstCall] });
  await setup.seed(waitFor(source, 'completed'));
  const follower = await setup.seed({ ...waitFor(source, 'error'), apiCalls: [firstCall] });
  await setup.accept(source);
  await runAll();
  expect((await listExecutions()).map(({ integrationId }) => integrationId)).toEqual([source, follower]);
});

test('two that wait for each other are stopped after five hops', async () => {
  const { context, actor, firstCall } = setup;
  const first = await setup.seed({ apiCalls: [firstCall] });
  const second = await setup.seed({ ...waitFor(first, 'any'), apiCalls: [firstCall] });
  await setup.accept(first);
  await updateIntegration(context, actor, first, waitFor(second, 'any'));
  await runAll();
  const executions = await listExecutions();
  expect(executions.map(({ integrationId, hops }) => [integrationId === first, hops])).toEqual([
    [true, 0],
    [false, 1],
    [true, 2],
    [false, 3],
    [true, 4],
    [false, 5],
    [true, 6],
  ]);
  expect(executions.at(-1)?.errorMessage).toMatch(/^Stopped: .*hops/);
  expect(executions.at(-1)?.status).toBe('error');
});
