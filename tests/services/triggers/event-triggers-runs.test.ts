import { beforeEach, expect, test } from 'vitest';
import { claimJobs } from '~/db/executions/queue/claim';
import { updateIntegration } from '~/services/integrations/integrations';
import { replayExecution } from '~/services/runs/replay-execution';
import { findTestData } from '~/services/test-runs/input-data';
import { spanOfExecution } from '~/services/tracing/trace-context';
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

function tellCall(url: string) {
  const body = '[{{trigger.status}}, {{trigger.variables.token}}]';
  return { id: 'tell', name: 'Tell', method: 'POST', url: `${url}/tell`, body };
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

test('of a call that failed, the next one knows what the log says', async () => {
  const { target, firstCall } = setup;
  setup.answers.handler = answerJson({}, 503);
  const source = await setup.seed({ apiCalls: [firstCall] });
  const body = '{{trigger.failure}}';
  await setup.seed({ ...waitFor(source, 'error'), apiCalls: [{ ...tellCall(target.url), body }] });
  await setup.accept(source);
  await runAll();
  expect(JSON.parse(target.received.at(-1)?.body ?? '')).toEqual({
    callName: 'First',
    status: 503,
    error: 'HTTP 503: Service Unavailable',
    attempts: 1,
    at: expect.stringMatching(/Z$/) as string,
  });
});

test('one integration handles the errors of those with a tag', async () => {
  const { target, firstCall } = setup;
  setup.answers.handler = answerJson({}, 503);
  const condition = { field: 'trigger.integrationTags', operator: 'contains', value: 'Billing' };
  await setup.seed({
    ...waitFor('any', 'error'),
    apiCalls: [{ ...tellCall(target.url), body: '{{trigger.integrationTags}}' }],
    conditionalExecutionSteps: [
      { id: 'tagged', order: 0, otherwise: 'end', conditionalExecution: { condition } },
    ],
  });
  for (const tags of [[], ['Stock'], ['Billing', 'EU']]) {
    await setup.accept(await setup.seed({ apiCalls: [firstCall], tags }));
    await runAll();
  }
  const told = target.received.filter(({ url }) => url === '/tell');
  expect(told.map(({ body }) => JSON.parse(body) as unknown)).toEqual([['Billing', 'EU']]);
});

test('one integration handles the errors of all others, and its own error starts nothing', async () => {
  const { target, firstCall } = setup;
  setup.answers.handler = answerJson({}, 503);
  const body = '[{{trigger.integrationName}}, {{trigger.errorMessage}}]';
  const handler = await setup.seed({
    ...waitFor('any', 'error'),
    name: 'Handler',
    apiCalls: [{ ...tellCall(target.url), body }],
  });
  const source = await setup.seed({ name: 'Orders', apiCalls: [firstCall] });
  await setup.accept(source);
  await runAll();
  expect(target.received.at(-1)?.body).toBe('["Orders", "First: HTTP 503: Service Unavailable"]');
  expect(await listExecutions()).toMatchObject([
    { integrationId: source, status: 'error', hops: 0 },
    { integrationId: handler, status: 'error', hops: 1 },
  ]);
});

test('what one execution found out, the next one sends', async () => {
  const { context, target, firstCall } = setup;
  const source = await setup.seed({ apiCalls: [firstCall] });
  const apiCalls = [tellCall(target.url)];
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

test('a test can be run with an example of what the end of an execution delivers, field by field', async () => {
  const { context, actor, target, firstCall } = setup;
  const source = await setup.seed({ apiCalls: [firstCall] });
  const body = '{{trigger}}';
  const id = await setup.seed({
    ...waitFor(source, 'completed'),
    apiCalls: [{ ...tellCall(target.url), body }],
  });
  const key = { id, organizationId: actor.organizationId, version: 1 };
  const find = (on: 'completed' | 'error') =>
    findTestData(context, key, { type: 'event', event: { integrationId: source, on } });
  const { example = '' } = await find('completed');
  expect((await find('error')).example).toContain('"status": "error"');
  await setup.accept(source);
  await runAll();
  const real = JSON.parse(target.received[1]?.body ?? '');
  expect(Object.keys(JSON.parse(example))).toEqual(Object.keys(real));
  expect(JSON.parse(example)).toMatchObject({
    integrationId: source,
    status: 'completed',
    errorMessage: null,
  });
});

test('the trace of a delivery goes on in what follows it, and in its replay', async () => {
  const { context, actor, target, firstCall } = setup;
  const { db } = context;
  const source = await setup.seed({ apiCalls: [firstCall] });
  await setup.seed({ ...waitFor(source, 'completed'), apiCalls: [tellCall(target.url)] });
  const id = await setup.accept(source);
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const traceparent = `00-${traceId}-b7ad6b7169203331-00`;
  await db.run(db.build.updateTable('executions').set({ traceparent }).where('id', '=', id));
  await runAll();
  await replayExecution(context, actor, { integrationId: source, executionId: id, from: 'start' });
  await runAll();

  const { spanId } = spanOfExecution(id, traceparent);
  const rows = await db.all(db.build.selectFrom('executions').select(['id', 'traceparent']).orderBy('id'));
  const replay = rows[2];
  const ofReplay = spanOfExecution(replay?.id ?? '', replay?.traceparent ?? null);
  expect(rows.map((row) => row.traceparent)).toEqual([
    traceparent,
    `00-${traceId}-${spanId}-00`,
    `00-${traceId}-${spanId}-00`,
    `00-${traceId}-${ofReplay.spanId}-00`,
  ]);
  const sent = target.received.map(({ headers }) => String(headers.traceparent));
  expect(sent.map((each) => each.split('-')[1])).toEqual(Array(4).fill(traceId));
  expect(new Set(sent).size).toBe(4);
});

test('where nobody follows traces, none begins', async () => {
  const { context, actor, target, firstCall } = setup;
  const source = await setup.seed({ apiCalls: [firstCall] });
  await setup.seed({ ...waitFor(source, 'completed'), apiCalls: [tellCall(target.url)] });
  const executionId = await setup.accept(source);
  await runAll();
  await replayExecution(context, actor, { integrationId: source, executionId, from: 'start' });
  await runAll();
  expect(target.received.map(({ headers }) => headers.traceparent)).toEqual(Array(4).fill(undefined));
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
