// Why an execution does not go on now: its own log says so, in words, and until when.
import { createServer } from 'node:net';
import { beforeEach, expect, test } from 'vitest';
import { claimJobs } from '~/db/executions/queue/claim';
import type { ClaimedJob } from '~/db/executions/queue/claimed-job';
import { findStoredWait } from '~/db/executions/queue/waits';
import { changeQuota } from '~/services/administration/quotas';
import { createConnection } from '~/services/connections/connections';
import type { ExecutionLog } from '~/services/executions/log-schema';
import { findExplainedLog, listExplainedLogs } from '~/services/executions/wait-reason';
import { pauseInstallation } from '~/services/installation/pause';
import { updateIntegration } from '~/services/integrations/integrations';
import { runExecution } from '~/services/runs/run-execution';
import { makeHandling } from '../../engine/run/run-steps';
import { allowing, listen, makeOutbound } from '../../outbound/loopback';
import { explain } from '../../support/explain';
import { createRunSetup, never, type RunSetup } from '../runs/run-setup';

let setup: RunSetup;

beforeEach(async () => {
  setup = await createRunSetup();
});

async function claim(): Promise<ClaimedJob[]> {
  const { context } = setup;
  const asked = { owner: 'runner', limit: 10, now: context.now(), leaseMs: 3_600_000 };
  return (await claimJobs(context.db, asked)).jobs.filter(({ kind }) => kind === 'execution');
}

async function readWaits(integrationId: string, id: string): Promise<ExecutionLog['waits']> {
  const { organizationId } = setup.actor;
  return (await findExplainedLog(setup.context, { integrationId, organizationId }, id))?.waits;
}

function at(ms: number): string {
  return new Date(ms).toISOString();
}

test('what is queued waits for a pause of the installation, and of the integration', async () => {
  const { context, actor } = setup;
  const id = await setup.seed();
  const waiting = await setup.accept(id);
  expect(await readWaits(id, waiting)).toBeUndefined();
  await context.db.run(
    context.db.build.updateTable('integrations').set({ paused_at: context.now() }).where('id', '=', id),
  );
  const paused = { reason: 'the integration is paused after errors', until: null };
  expect(await readWaits(id, waiting)).toEqual(paused);
  await pauseInstallation(context, actor);
  expect(await readWaits(id, waiting)).toEqual({ reason: 'the installation is paused', until: null });
});

test('what is queued waits for a limit of the integration, and for the quota of the organization', async () => {
  const { context, actor } = setup;
  const { organizationId } = actor;
  const id = await setup.seed();
  await updateIntegration(context, actor, id, { executionsAtOnce: 1 });
  const [first = '', second = ''] = [await setup.accept(id), await setup.accept(id)];
  await claim();
  expect(await readWaits(id, first)).toBeUndefined();
  expect(await readWaits(id, second)).toEqual({ reason: 'at most 1 may run at once', until: null });
  await updateIntegration(context, actor, id, { executionsAtOnce: null, executionsPerHour: 1 });
  await claim();
  const third = await setup.accept(id);
  const hour = await readWaits(id, third);
  expect(hour?.reason).toBe('at most 1 may begin within an hour, so the next waits');
  await updateIntegration(context, actor, id, { executionsPerHour: null });
  const quota = { executionsPerHour: 1000, executionsPerDay: 1 };
  await changeQuota(context, actor, organizationId, quota);
  await claim();
  const fourth = await setup.accept(id);
  const { logs } = await listExplainedLogs(context, { integrationId: id, organizationId, limit: 1 });
  expect(logs).toMatchObject([
    { id: fourth, waits: { reason: 'the organization’s 1 a day is used up', until: expect.any(String) } },
  ]);
});

test('what has begun waits for the turn of a connection', async () => {
  const { context, actor, target } = setup;
  const outcome = await createConnection(context, actor, {
    name: 'Shop API',
    baseUrl: target.url,
    kind: 'bearer',
    config: { token: 'sesame-open-77' },
    pace: { requests: 1, per: 'hour', burst: 1 },
  });
  if (outcome.kind !== 'connection') throw new Error(JSON.stringify(outcome));
  const authConfig = { type: 'connection', connectionId: outcome.connection.id };
  const id = await setup.seed({
    apiCalls: [{ id: 'a', name: 'Orders', method: 'GET', url: '/orders', authConfig }],
    runSettings: { maxMinutes: 120 },
  });
  const [first = '', second = ''] = [await setup.accept(id), await setup.accept(id)];
  for (const job of await claim()) await runExecution(context, job, never);
  expect(await readWaits(id, first)).toBeUndefined();
  const waits = await readWaits(id, second);
  expect(waits?.reason).toBe('the connection Shop API is limited to 1 an hour, and its turn does not come');
  expect(Date.parse(waits?.until ?? '') - context.now()).toBeGreaterThan(3_500_000);
});

test('what has begun waits for the next attempt, of a host whose circuit is open, too', async () => {
  const { context, actor } = setup;
  const server = createServer();
  const port = await listen(server);
  // From now on nothing listens there.
  await new Promise((resolve) => server.close(resolve));
  const closed = makeOutbound({ allow: allowing('127.0.0.0/8'), circuitFailures: 1 });
  Object.assign(context, { outbound: closed });
  const rule = {
    statusCodes: ['network'],
    action: 'retry',
    retryConfig: { maxRetries: 3, retryDelay: 20_000, backoffStrategy: 'linear' },
  };
  const id = await setup.seed({
    apiCalls: [{ id: 'a', name: 'Orders', method: 'GET', url: `http://127.0.0.1:${port}/orders` }],
    responseHandlingSteps: [makeHandling('a', [rule])],
  });
  const execution = await setup.accept(id);
  for (const job of await claim()) await runExecution(context, job, never);
  expect(await readWaits(id, execution)).toEqual({
    reason: 'Orders is not called again',
    until: at(context.now() + 20_000),
  });
  context.clock.advance(20_000);
  expect(await readWaits(id, execution)).toBeUndefined();
  for (const job of await claim()) await runExecution(context, job, never);
  const waits = await readWaits(id, execution);
  expect(waits?.reason).toBe(
    `127.0.0.1:${port} could not be reached several times in a row, and is not called`,
  );
  expect(Date.parse(waits?.until ?? '')).toBeGreaterThan(context.now());
  await pauseInstallation(context, actor);
  expect(await readWaits(id, execution)).toEqual({ reason: 'the installation is paused', until: null });
});

test('what has begun is looked for among what waits of its organization alone', async () => {
  const asked = { organizationId: setup.actor.organizationId, executionId: 'x' };
  const plans = await explain(setup.context.db, (queries) => findStoredWait(queries, asked));
  expect(plans.join('\n')).toMatch(/SEARCH jobs USING INDEX jobs_due \(organization_id=\?\)/);
});
