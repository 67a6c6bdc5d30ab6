import { beforeEach, describe, expect, test } from 'vitest';
import { claimDueWork, countWaitingWork } from '~/db/due-work';
import { cancelExecution, findExecutionForRun } from '~/db/executions';
import { deleteJob, freeJobsOf, holdsLease, insertJob, releaseJob } from '~/db/jobs';
import { createTestUser } from '../support/accounts';
import { createTestContext, type TestContext } from '../support/context';
import { createTestExecution, createTestIntegration, type Owner } from '../support/executions';

const leaseMs = 30_000;
let context: TestContext;
let owner: Owner;

beforeEach(async () => {
  context = await createTestContext();
  owner = createTestIntegration(context, createTestUser(context).organizationId);
});

function claim(limit = 10, by = 'a') {
  return claimDueWork(context.db, { owner: by, limit, now: context.now(), leaseMs });
}

describe('a queued execution', () => {
  test('is taken up with a job that is leased from its beginning', () => {
    const id = createTestExecution(context, owner, '{"n":1.0}');
    expect(countWaitingWork(context.db)).toBe(1);
    const [job] = claim();
    const { organizationId, integrationId } = owner;
    expect(job).toMatchObject({ kind: 'execution', subjectId: id, organizationId, owner: 'a', deaths: 0 });
    expect(job?.execution).toEqual(findExecutionForRun(context.db, id));
    expect(job?.execution).toMatchObject({
      integration_id: integrationId,
      status: 'running',
      began_at: context.now(),
      trigger_data: '{"n":1.0}',
    });
    expect(job && holdsLease(context.db, job)).toBe(true);
    expect([claim(), countWaitingWork(context.db)]).toEqual([[], 0]);
    expect(job && deleteJob(context.db, job)).toBe(true);
  });

  test('is taken up once; whoever claims it after a death reads it anew', () => {
    const id = createTestExecution(context, owner);
    claim();
    freeJobsOf(context.db, 'a');
    const [again] = claim(10, 'b');
    expect(again).toMatchObject({ subjectId: id, owner: 'b', deaths: 1 });
    expect(again?.execution).toBeUndefined();
  });

  test('that was cancelled is nothing to be claimed', () => {
    const id = createTestExecution(context, owner);
    cancelExecution(context.db, { id, integrationId: owner.integrationId, reason: 'No.', now: 0 });
    expect(claim()).toEqual([]);
  });
});

test('jobs and queued executions come in the order of their age', () => {
  const first = createTestExecution(context, owner);
  context.clock.advance(10);
  const { organizationId } = owner;
  insertJob(context.db, {
    kind: 'execution',
    subjectId: 'a retry',
    organizationId,
    runAt: context.now(),
    now: 0,
  });
  context.clock.advance(10);
  const last = createTestExecution(context, owner);
  expect(claim(2).map(({ subjectId }) => subjectId)).toEqual([first, 'a retry']);
  expect(claim(2).map(({ subjectId }) => subjectId)).toEqual([last]);
});

test('organizations whose executions are queued take turns with those whose jobs are due', () => {
  const other = createTestIntegration(context, createTestUser(context).organizationId);
  for (let count = 0; count < 3; count += 1) createTestExecution(context, owner);
  const [started] = claim(1);
  if (started) releaseJob(context.db, started, context.now(), false);
  const theirs = createTestExecution(context, other);
  const turns = claim(2).map(({ organizationId }) => organizationId);
  expect(new Set(turns)).toEqual(new Set([owner.organizationId, other.organizationId]));
  expect(claim(9).map(({ subjectId }) => subjectId)).not.toContain(theirs);
});

test('a long queue costs no more to claim from than a short one', () => {
  const plan = context.db.sqlite
    .prepare(
      `explain query plan select id, started_at from executions
       where executions.status = 'queued' and organization_id = ? order by id limit ?`,
    )
    .all('o', 5) as { detail: string }[];
  expect(plan.map(({ detail }) => detail)).toEqual([
    'SEARCH executions USING INDEX executions_queued (organization_id=?)',
  ]);
  context.db.transaction(() => {
    for (let count = 0; count < 5_000; count += 1) createTestExecution(context, owner);
  });
  const startedAt = performance.now();
  context.db.transaction(() => {
    for (let count = 0; count < 200; count += 1) expect(claim(1)).toHaveLength(1);
  });
  expect((performance.now() - startedAt) / 200).toBeLessThan(5);
});
