import { beforeEach, expect, test } from 'vitest';
import { cancelQueuedExecutions } from '~/db/executions/cancellation';
import { insertExecution } from '~/db/executions/executions';
import { finishExecution } from '~/db/executions/ended-executions';
import { deleteSomeExecutions } from '~/db/executions/deletion';
import { findExecutionForRun, startExecution } from '~/db/executions/queue/queued-executions';
import { findExecutionLog } from '~/services/executions/execution-log';
import { newId } from '~/db/core/id';
import { findIntegration } from '~/db/integrations/integrations';
import { claimJobs } from '~/db/executions/queue/claim';
import { countWaitingWork } from '~/db/executions/queue/queue-depth';
import { insertJob } from '~/db/executions/queue/jobs';
import type { ExecutionStatus } from '~/engine/run/execution-status';
import { createTestContext, type TestContext } from '../../support/context';
import { createTestUser } from '../../support/accounts';
import { explain } from '../../support/explain';
import { seedIntegration } from '../../support/seed';
import { inTurn } from '../../support/in-turn';

let context: TestContext;
let organizationId: string;
let integrationId: string;

beforeEach(async () => {
  context = await createTestContext();
  const { user, organizationId: owner } = await createTestUser(context);
  organizationId = owner;
  integrationId = await seedIntegration({ context, userId: user.id, organizationId }, { isActive: false });
});

async function add(status: ExecutionStatus = 'queued'): Promise<string> {
  const id = newId();
  await insertExecution(context.db, {
    id,
    organization_id: organizationId,
    integration_id: integrationId,
    integration_version: 1,
    status,
    trigger_type: 'webhook',
    started_at: 1,
    completed_at: null,
    error_message: null,
    trigger_data: '{"n":1.10}',
  });
  return id;
}

async function statusOf(id: string): Promise<string | undefined> {
  return (await findExecutionForRun(context.db, id))?.status;
}

async function counts() {
  const integration = await findIntegration(context.db, { id: integrationId, organizationId });
  return [integration?.totalExecutions, integration?.successfulExecutions, integration?.failedExecutions];
}

test('an execution starts only from the queue', async () => {
  const [queued, cancelled] = [await add(), await add('cancelled')];
  for (const id of [queued, cancelled]) await startExecution(context.db, id, context.now());
  expect(await inTurn([queued, cancelled], statusOf)).toEqual(['running', 'cancelled']);
});

test('each ending is counted on the integration', async () => {
  for (const status of ['completed', 'error', 'cancelled', 'completed'] as const) {
    const ending = { id: await add('running'), integrationId, status, errorMessage: null, completedAt: 7 };
    await finishExecution(context.db, ending);
    expect(await statusOf(ending.id)).toBe(status);
  }
  expect(await counts()).toEqual([4, 2, 1]);
  expect((await findIntegration(context.db, { id: integrationId, organizationId }))?.lastExecutedAt).toBe(7);
});

test('cancelling ends what has not begun, with the reason, and takes it off the queue', async () => {
  const [queued, running, completed] = [await add(), await add('running'), await add('completed')];
  await insertJob(context.db, { kind: 'execution', subjectId: running, organizationId, runAt: 0, now: 0 });
  expect(await countWaitingWork(context.db)).toBe(2);
  expect(
    await cancelQueuedExecutions(context.db, {
      integrationId,
      organizationId,
      reason: 'Switched off.',
      now: 5,
    }),
  ).toBe(1);
  expect(await inTurn([queued, running, completed], statusOf)).toEqual(['cancelled', 'running', 'completed']);
  const log = await findExecutionLog(context.db, { organizationId, integrationId }, queued);
  expect(log).toMatchObject({ errorMessage: 'Switched off.', completedAt: new Date(5).toISOString() });
  expect(await countWaitingWork(context.db)).toBe(1);
  const claimed = (await claimJobs(context.db, { owner: 'a', limit: 9, now: 0, leaseMs: 1 })).jobs;
  expect(claimed.map(({ subjectId }) => subjectId)).toEqual([running]);
});

test('executions are deleted in the batches asked for', async () => {
  for (let n = 0; n < 5; n += 1) await add('completed');
  expect(
    await inTurn([2, 2, 2, 2], (limit) => deleteSomeExecutions(context.db, integrationId, limit)),
  ).toEqual([2, 2, 1, 0]);
});

test('what is queued is found by an index of its own, never by walking over all that ever ran', async () => {
  expect(
    await explain(context.db, (queries) =>
      cancelQueuedExecutions(queries, { integrationId, organizationId, reason: '', now: 0 }),
    ),
  ).toEqual(['SEARCH executions USING INDEX executions_queued (organization_id=?)']);
});
