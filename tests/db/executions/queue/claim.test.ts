import { beforeEach, describe, expect, test } from 'vitest';
import { claimJobs, type ClaimCapacity } from '~/db/executions/queue/claim';
import { countWaitingWork } from '~/db/executions/queue/queue-depth';
import { cancelExecution } from '~/db/executions/executions';
import { findExecutionForRun } from '~/db/executions/queue/queued-executions';
import { deleteJob, freeJobsOf, holdsLease, insertJob, releaseJob } from '~/db/executions/queue/jobs';
import { updateOrganizationDeleted } from '~/db/organizations/organizations';
import { createTestUser } from '../../../support/accounts';
import { createTestContext, type TestContext } from '../../../support/context';
import { createTestExecution, createTestIntegration, type Owner } from '../../../support/executions';
import { observe, type ObservedQuery, record } from '../../../support/explain';

const leaseMs = 30_000;
let context: TestContext;
let owner: Owner;

beforeEach(async () => {
  context = await createTestContext();
  owner = createTestIntegration(context, createTestUser(context).organizationId);
});

function claim(limit = 10, by = 'a') {
  return claimJobs(context.db, { owner: by, limit, now: context.now(), leaseMs }).jobs;
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

test('a claim from a long queue of executions makes the queries of one from a short queue and reads as many rows', () => {
  const plan = context.db.sqlite
    .prepare(
      `explain query plan select id, started_at from executions
       where executions.status = 'queued' and organization_id = ? and queue = ? order by id limit ?`,
    )
    .all('o', '', 5) as { detail: string }[];
  expect(plan.map(({ detail }) => detail)).toEqual([
    'SEARCH executions USING INDEX executions_queued (organization_id=? AND queue=?)',
  ]);
  const queue = (count: number) =>
    context.db.transaction(() => {
      for (let made = 0; made < count; made += 1) createTestExecution(context, owner);
    });
  const observeClaim = () => {
    const made: ObservedQuery[] = [];
    const claimed = claimJobs(observe(context.db, made), {
      owner: 'a',
      limit: 1,
      now: context.now(),
      leaseMs,
    });
    expect(claimed.jobs).toHaveLength(1);
    return made;
  };
  queue(20);
  const short = observeClaim();
  queue(5_000);
  expect(observeClaim()).toEqual(short);
  // A query that walked over the queue, or sorted it, would read more than it returns.
  expect(short.flatMap(({ plan: steps }) => steps).filter((step) => !step.startsWith('SEARCH '))).toEqual([]);
});

/** Room for everything but the runs of these. */
function roomBut(...refused: string[]): ClaimCapacity {
  return {
    has: (_organizationId, integrationId) => integrationId === undefined || !refused.includes(integrationId),
    take: () => {},
    hasSystem: () => true,
    takeSystem: () => {},
  };
}

function claimWith(room: ClaimCapacity, limit = 10) {
  return claimJobs(context.db, { owner: 'a', limit, now: context.now(), leaseMs, room });
}

const subjects = ({ jobs }: { jobs: { subjectId: string }[] }) => jobs.map(({ subjectId }) => subjectId);

describe('an integration for which there is no room', () => {
  test('keeps nobody behind it waiting, and goes on in the order of its own', () => {
    const other = createTestIntegration(context, owner.organizationId);
    const slow = Array.from({ length: 100 }, () => createTestExecution(context, owner));
    const fast = createTestExecution(context, other);
    expect(subjects(claimWith(roomBut(owner.integrationId)))).toEqual([fast]);
    expect(countWaitingWork(context.db)).toBe(100);
    expect(new Set(slow.map((id) => findExecutionForRun(context.db, id)?.status))).toEqual(
      new Set(['queued']),
    );

    slow.push(createTestExecution(context, owner));
    const fastAgain = createTestExecution(context, other);
    const claimed = subjects(claimWith(roomBut(), 200));
    expect(claimed.filter((id) => id !== fastAgain)).toEqual(slow);
    expect(claimed.slice(0, 2)).toContain(fastAgain);
    expect(claimJobs(context.db, { owner: 'a', limit: 9, now: context.now(), leaseMs }).jobs).toEqual([]);
  });

  test('lets its retries wait, too, until there is', () => {
    const other = createTestIntegration(context, owner.organizationId);
    createTestExecution(context, owner);
    const [job] = claim();
    if (job) releaseJob(context.db, job, context.now(), false);
    const fast = createTestExecution(context, other);
    expect(subjects(claimWith(roomBut(owner.integrationId)))).toEqual([fast]);
    expect(claimWith(roomBut()).jobs).toMatchObject([
      { subjectId: job?.subjectId, integrationId: owner.integrationId },
    ]);
  });

  test('has a bounded number of its executions looked at by one claim, which says that there is more', () => {
    const other = createTestIntegration(context, owner.organizationId);
    context.db.transaction(() => {
      for (let count = 0; count < 2_000; count += 1) createTestExecution(context, owner);
    });
    const fast = createTestExecution(context, other);
    let claims = 0;
    for (;;) {
      const asked: string[] = [];
      const room = roomBut(owner.integrationId);
      const claimed = context.db.transaction((tx) =>
        claimJobs(record(tx, asked), { owner: 'a', limit: 10, now: context.now(), leaseMs, room }),
      );
      claims += 1;
      expect(asked.length).toBeLessThan(400);
      if (!claimed.hasMore) {
        expect(subjects(claimed)).toEqual([fast]);
        break;
      }
      expect(claimed.jobs).toEqual([]);
    }
    expect(claims).toBe(8);
    // What was set aside is not looked at again.
    const asked: string[] = [];
    claimJobs(
      { ...context.db, ...record(context.db, asked) },
      {
        owner: 'a',
        limit: 10,
        now: context.now(),
        leaseMs,
        room: roomBut(owner.integrationId),
      },
    );
    expect(asked.length).toBeLessThan(20);
  });

  test('is served in turn with the others when there is room for one at a time', () => {
    const others = [1, 2].map(() => createTestIntegration(context, owner.organizationId));
    const all = [owner, ...others];
    for (let count = 0; count < 20; count += 1) createTestExecution(context, owner);
    for (const each of others) createTestExecution(context, each);
    claimWith(roomBut(...all.map(({ integrationId }) => integrationId)));
    const lastQueues = new Map<string, string>();
    const turns = [1, 2, 3].flatMap(() => {
      const claimed = claimJobs(context.db, {
        owner: 'a',
        limit: 1,
        now: context.now(),
        leaseMs,
        afterIn: (organizationId) => lastQueues.get(organizationId),
      });
      for (const [organizationId, queue] of claimed.lastQueues) lastQueues.set(organizationId, queue);
      return claimed.jobs.map(({ integrationId }) => integrationId);
    });
    expect(new Set(turns)).toEqual(new Set(all.map(({ integrationId }) => integrationId)));
  });
});

test('nothing of a deleted organization is claimed, whether it is queued, set aside or waits for its next attempt', () => {
  createTestExecution(context, owner);
  const [retry] = claim();
  if (retry) releaseJob(context.db, retry, context.now(), false);
  createTestExecution(context, owner);
  const other = createTestIntegration(context, createTestUser(context).organizationId);
  const theirs = createTestExecution(context, other);
  updateOrganizationDeleted(context.db, owner.organizationId, context.now());
  expect(claim().map(({ subjectId }) => subjectId)).toEqual([theirs]);
});
