import { beforeEach, expect, test } from 'vitest';
import { cancelQueuedExecutions, finishExecution, insertExecution } from '~/db/executions/executions';
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

let context: TestContext;
let organizationId: string;
let integrationId: string;

beforeEach(async () => {
  context = await createTestContext();
  const { user, organizationId: owner } = createTestUser(context);
  organizationId = owner;
  integrationId = seedIntegration({ context, userId: user.id, organizationId }, { isActive: false });
});

function add(status: ExecutionStatus = 'queued'): string {
  const id = newId();
  insertExecution(context.db, {
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

function statusOf(id: string): string | undefined {
  return findExecutionForRun(context.db, id)?.status;
}

function counts() {
  const integration = findIntegration(context.db, { id: integrationId, organizationId });
  return [integration?.totalExecutions, integration?.successfulExecutions, integration?.failedExecutions];
}

test('an execution starts only from the queue', () => {
  const [queued, cancelled] = [add(), add('cancelled')];
  for (const id of [queued, cancelled]) startExecution(context.db, id, context.now());
  expect([queued, cancelled].map(statusOf)).toEqual(['running', 'cancelled']);
});

test('each ending is counted on the integration', () => {
  for (const status of ['completed', 'error', 'cancelled', 'completed'] as const) {
    const ending = { id: add('running'), integrationId, status, errorMessage: null, completedAt: 7 };
    finishExecution(context.db, ending);
    expect(statusOf(ending.id)).toBe(status);
  }
  expect(counts()).toEqual([4, 2, 1]);
  expect(findIntegration(context.db, { id: integrationId, organizationId })?.lastExecutedAt).toBe(7);
});

test('cancelling ends what has not begun, with the reason, and takes it off the queue', () => {
  const [queued, running, completed] = [add(), add('running'), add('completed')];
  insertJob(context.db, { kind: 'execution', subjectId: running, organizationId, runAt: 0, now: 0 });
  expect(countWaitingWork(context.db)).toBe(2);
  expect(cancelQueuedExecutions(context.db, integrationId, 'Switched off.', 5)).toBe(1);
  expect([queued, running, completed].map(statusOf)).toEqual(['cancelled', 'running', 'completed']);
  const log = findExecutionLog(context.db, { organizationId, integrationId }, queued);
  expect(log).toMatchObject({ errorMessage: 'Switched off.', completedAt: new Date(5).toISOString() });
  expect(countWaitingWork(context.db)).toBe(1);
  const claimed = claimJobs(context.db, { owner: 'a', limit: 9, now: 0, leaseMs: 1 }).jobs;
  expect(claimed.map(({ subjectId }) => subjectId)).toEqual([running]);
});

test('executions are deleted in the portions asked for', () => {
  for (let n = 0; n < 5; n += 1) add('completed');
  expect([2, 2, 2, 2].map((limit) => deleteSomeExecutions(context.db, integrationId, limit))).toEqual([
    2, 2, 1, 0,
  ]);
});

test('what is queued is found by an index of its own, never by walking over all that ever ran', () => {
  expect(explain(context.db, (queries) => cancelQueuedExecutions(queries, integrationId, '', 0))).toEqual([
    'SEARCH executions USING INDEX executions_queued (organization_id=?)',
    'SCALAR SUBQUERY 1',
    'SEARCH integrations USING INDEX sqlite_autoindex_integrations_1 (id=?)',
  ]);
});
