import { countWaitingWork } from '~/db/executions/queue/queue-depth';
import { beforeEach, expect, test } from 'vitest';
import { changeQuota } from '~/services/administration/quotas';
import { pauseInstallation } from '~/services/installation/pause';
import { updateIntegration } from '~/services/integrations/integrations';
import { runExecution } from '~/services/runs/run-execution';
import { runTest } from '~/services/test-runs/whole-chain';
import { listTestRuns } from '~/services/test-runs/log';
import { observe, type ObservedQuery } from '../../support/explain';
import { createRunSetup, never, type RunSetup } from '../runs/run-setup';

let setup: RunSetup;
let integrationId: string;

beforeEach(async () => {
  setup = await createRunSetup();
  integrationId = await setup.seed();
});

function ask(triggerData: unknown, waiting: { maxMs?: number; signal?: AbortSignal } = {}) {
  return runTest(
    setup.context,
    setup.actor,
    { integrationId, triggerData },
    { maxMs: 60_000, signal: never, ...waiting },
  );
}

/** Executes what was asked for, once it is queued. */
async function finish(): Promise<void> {
  const { db } = setup.context;
  while ((await countWaitingWork(db)) === 0) await db.groupCommit(async () => undefined);
  await runExecution(setup.context, await setup.claim(), never);
}

test('a test gets its response when it has ended, with what it did', async () => {
  const answered = ask({ n: 7 });
  await finish();
  const outcome = await answered;
  expect(outcome).toMatchObject({
    kind: 'tested',
    test: { status: 'completed', success: true, error: null },
  });
  const logs = outcome.kind === 'tested' ? outcome.test.logs : [];
  expect(logs.map(({ method, url, status }) => [method, url, status])).toEqual([
    ['POST', `${setup.target.url}/first`, 'success'],
    ['GET', `${setup.target.url}/second/abc`, 'success'],
  ]);
  expect(setup.target.received[0]?.body).toBe('{"n": 7}');
});

test('one that fails is no success, and tells why', async () => {
  setup.answers.handler = (_request, response) => response.writeHead(503).end();
  const answered = ask({ n: 7 });
  await finish();
  expect(await answered).toMatchObject({
    test: {
      status: 'error',
      success: false,
      error: expect.stringContaining('503'),
      logs: [{ status: 'error' }],
    },
  });
});

test('one of which items failed completes, and says how many', async () => {
  setup.answers.handler = (request, response) => {
    if (request.url === '/list') response.end('{"list": [1, 2]}');
    else response.writeHead(request.url === '/item/2' ? 500 : 200).end();
  };
  const { url } = setup.target;
  const responseMapping = { extractFields: [{ jsonPath: '.list', saveAs: 'list' }] };
  integrationId = await setup.seed({
    apiCalls: [
      { id: 'read', name: 'Read', method: 'GET', url: `${url}/list`, responseMapping },
      { id: 'item', name: 'Item', method: 'GET', url: `${url}/item/{{entry}}` },
    ],
    loopSteps: [{ order: 1.5, throughCallId: 'item', items: 'list', itemName: 'entry', onError: 'continue' }],
  });
  const answered = ask({ n: 1 });
  await finish();
  expect(await answered).toMatchObject({
    test: { status: 'completed', success: true, error: null, note: 'For each entry: 1 of 2; 1 failed.' },
  });
});

test('without data it is executed with the last real payload', async () => {
  await setup.accept(integrationId, '{"n":3.10}');
  await finish();
  const answered = ask(undefined);
  await finish();
  await answered;
  expect(setup.target.received.at(-2)?.body).toBe('{"n": 3.10}');
});

test('an end that another process wrote is found, too', async () => {
  const { changeEvents } = setup.context;
  setup.context.changeEvents = { ...changeEvents, publish: () => undefined };
  const answered = ask({ n: 1 });
  await finish();
  expect(await answered).toMatchObject({ test: { success: true } });
});

test('many events at once are one look', async () => {
  const { context, actor } = setup;
  const made: ObservedQuery[] = [];
  const observed = { ...context, db: observe(context.db, made) };
  const asked = { integrationId, triggerData: { n: 1 } };
  const answered = runTest(observed, actor, asked, { maxMs: 60_000, signal: never });
  while ((await countWaitingWork(context.db)) === 0) await context.db.groupCommit(async () => undefined);
  for (let event = 0; event < 200; event += 1) context.changeEvents.publish(integrationId);
  await finish();
  expect(await answered).toMatchObject({ test: { success: true } });
  expect(made.length).toBeLessThan(100);
});

test('nobody waits for ever, and the test goes on', async () => {
  expect(await ask({ n: 1 }, { maxMs: 5 })).toMatchObject({
    test: { status: 'queued', success: null, logs: [] },
  });
  const leaving = new AbortController();
  const answered = ask({ n: 1 }, { signal: leaving.signal });
  leaving.abort();
  expect(await answered).toMatchObject({ test: { status: 'queued', success: null } });
  await finish();
  await finish();
  const { organizationId } = setup.actor;
  const runs = await listTestRuns(setup.context, { integrationId, organizationId });
  expect(runs.map(({ status }) => status)).toEqual(['completed', 'completed']);
});

test('a test that cannot begin is not waited for, and tells why', async () => {
  const { context, actor } = setup;
  const quota = { executionsPerHour: 1, executionsPerDay: null };
  await changeQuota(context, actor, actor.organizationId, quota);
  await setup.accept(integrationId);
  await runExecution(context, await setup.claim(), never);
  expect(await ask({ n: 1 })).toMatchObject({
    test: {
      status: 'queued',
      success: null,
      waits: { reason: 'the organization’s 1 an hour is used up', until: expect.any(String) },
    },
  });
  await context.db.run(
    context.db.build
      .updateTable('integrations')
      .set({ paused_at: context.now() })
      .where('id', '=', integrationId),
  );
  const paused = { reason: 'the integration is paused after errors', until: null };
  expect(await ask({ n: 1 })).toMatchObject({ test: { status: 'queued', waits: paused } });
  await pauseInstallation(context, actor);
  const allPaused = { reason: 'the installation is paused', until: null };
  expect(await ask({ n: 1 })).toMatchObject({ test: { status: 'queued', waits: allPaused } });
});

test('one that waits until others have ended is waited for', async () => {
  const { context, actor } = setup;
  await updateIntegration(context, actor, integrationId, { executionsAtOnce: 1 });
  await setup.accept(integrationId);
  const first = await setup.claim();
  const waits = { reason: 'at most 1 may run at once', until: null };
  expect(await ask({ n: 1 }, { maxMs: 5 })).toMatchObject({ test: { status: 'queued', waits } });
  const answered = ask({ n: 2 });
  await runExecution(context, first, never);
  await finish();
  await finish();
  const outcome = await answered;
  expect(outcome).toMatchObject({ test: { status: 'completed' } });
  expect(outcome.kind === 'tested' && outcome.test).not.toHaveProperty('waits');
});
