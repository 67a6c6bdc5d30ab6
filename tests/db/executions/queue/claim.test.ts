import { beforeEach, describe, expect, test } from 'vitest';
import { insertEmail } from '~/db/accounts/emails';
import { newId } from '~/db/core/id';
import { updatePaused, updateResumed } from '~/db/core/installation';
import { claimJobs } from '~/db/executions/queue/claim';
import type { ClaimCapacity } from '~/db/executions/queue/claiming';
import { countWaitingWork } from '~/db/executions/queue/queue-depth';
import { cancelExecution } from '~/db/executions/cancellation';
import { findExecutionForRun } from '~/db/executions/queue/queued-executions';
import { deleteJob, freeJobsOf, holdsLease, insertJob, releaseJobQuery } from '~/db/executions/queue/jobs';
import { updateOrganizationDeleted } from '~/db/organizations/organizations';
import { createTestUser } from '../../../support/accounts';
import { createTestContext, type TestContext } from '../../../support/context';
import { createTestExecution, createTestIntegration, type Owner } from '../../../support/executions';
import { observe, type ObservedQuery, record } from '../../../support/explain';
import { inTurn, times } from '../../../support/in-turn';

const leaseMs = 30_000;
let context: TestContext;
let owner: Owner;

beforeEach(async () => {
  context = await createTestContext();
  owner = await createTestIntegration(context, (await createTestUser(context)).organizationId);
});

async function claimSubjects(limit?: number) {
  return (await claim(limit)).map(({ subjectId }) => subjectId);
}

async function claim(limit = 10, by = 'a') {
  return (await claimJobs(context.db, { owner: by, limit, now: context.now(), leaseMs })).jobs;
}

describe('a queued execution', () => {
  test('is taken up with a job that is leased from its beginning', async () => {
    const id = await createTestExecution(context, owner, '{"n":1.0}');
    expect(await countWaitingWork(context.db)).toBe(1);
    const [job] = await claim();
    const { organizationId, integrationId } = owner;
    expect(job).toMatchObject({ kind: 'execution', subjectId: id, organizationId, owner: 'a', deaths: 0 });
    expect(job?.execution).toEqual(await findExecutionForRun(context.db, id));
    expect(job?.execution).toMatchObject({
      integration_id: integrationId,
      status: 'running',
      began_at: context.now(),
      trigger_data: '{"n":1.0}',
    });
    expect(job && (await holdsLease(context.db, job))).toBe(true);
    expect([await claim(), await countWaitingWork(context.db)]).toEqual([[], 0]);
    expect(job && (await deleteJob(context.db, job))).toBe(true);
  });

  test('waits while the installation is paused, from that moment on', async () => {
    await createTestExecution(context, owner);
    const now = context.now();
    await insertJob(context.db, { kind: 'email', subjectId: 'x', organizationId: null, runAt: now, now });
    await updatePaused(context.db, { from: null, now });
    expect([await claim(), await countWaitingWork(context.db)]).toEqual([[], 2]);
    await updateResumed(context.db, now);
    expect(await claim()).toHaveLength(2);
  });

  test('waits during a pause, unlike mails about accounts that were written since', async () => {
    const write = async (organizationId: string | null) => {
      context.clock.advance(1);
      const now = context.now();
      const id = newId();
      const content = { subject: 'Hello', text: 'sealed', html: 'sealed' };
      await insertEmail(context.db, { id, recipient: 'ada@example.com', content, organizationId, now });
      await insertJob(context.db, { kind: 'email', subjectId: id, organizationId: null, runAt: now, now });
      return id;
    };
    await createTestExecution(context, owner);
    const earlier = await write(null);
    await updatePaused(context.db, { from: 'wicked.db', now: context.now() });
    const aboutOrganization = await write(owner.organizationId);
    const [link, code] = [await write(null), await write(null)];
    expect(await claimSubjects(1)).toEqual([link]);
    expect(await claimSubjects()).toEqual([code]);
    expect(await claimSubjects()).toEqual([]);
    await updateResumed(context.db, context.now());
    expect(await claimSubjects()).toEqual(expect.arrayContaining([earlier, aboutOrganization]));
  });

  test('is taken up once; a runner that claims it after a death reads it anew', async () => {
    const id = await createTestExecution(context, owner);
    await claim();
    await freeJobsOf(context.db, 'a');
    const [again] = await claim(10, 'b');
    expect(again).toMatchObject({ subjectId: id, owner: 'b', deaths: 1 });
    expect(again?.execution).toBeUndefined();
  });

  test('that was cancelled is nothing to be claimed', async () => {
    const id = await createTestExecution(context, owner);
    await cancelExecution(context.db, { id, integrationId: owner.integrationId, reason: 'No.', now: 0 });
    expect(await claim()).toEqual([]);
  });
});

test('jobs and queued executions come in the order of their age', async () => {
  const first = await createTestExecution(context, owner);
  context.clock.advance(10);
  const { organizationId } = owner;
  await insertJob(context.db, {
    kind: 'execution',
    subjectId: 'a retry',
    organizationId,
    runAt: context.now(),
    now: 0,
  });
  context.clock.advance(10);
  const last = await createTestExecution(context, owner);
  expect((await claim(2)).map(({ subjectId }) => subjectId)).toEqual([first, 'a retry']);
  expect((await claim(2)).map(({ subjectId }) => subjectId)).toEqual([last]);
});

test('organizations whose executions are queued take turns with those whose jobs are due', async () => {
  const other = await createTestIntegration(context, (await createTestUser(context)).organizationId);
  for (let count = 0; count < 3; count += 1) await createTestExecution(context, owner);
  const [started] = await claim(1);
  if (started) await context.db.run(releaseJobQuery(started, context.now(), false));
  const theirs = await createTestExecution(context, other);
  const turns = (await claim(2)).map(({ organizationId }) => organizationId);
  expect(new Set(turns)).toEqual(new Set([owner.organizationId, other.organizationId]));
  expect((await claim(9)).map(({ subjectId }) => subjectId)).not.toContain(theirs);
});

test('a claim from a long queue of executions makes the queries of one from a short queue and reads as many rows', async () => {
  const plan = context.db.sqlite
    .prepare(
      `explain query plan select id, started_at from executions
       where executions.status = 'queued' and organization_id = ? and queue = ? order by id limit ?`,
    )
    .all('o', '', 5) as { detail: string }[];
  expect(plan.map(({ detail }) => detail)).toEqual([
    'SEARCH executions USING INDEX executions_queued (organization_id=? AND queue=?)',
  ]);
  const queue = async (count: number) => {
    for (let made = 0; made < count; made += 1) await createTestExecution(context, owner);
  };
  const observeClaim = async () => {
    const made: ObservedQuery[] = [];
    const claimed = await claimJobs(observe(context.db, made), {
      owner: 'a',
      limit: 1,
      now: context.now(),
      leaseMs,
    });
    expect(claimed.jobs).toHaveLength(1);
    return made;
  };
  await queue(20);
  const short = await observeClaim();
  await queue(5_000);
  expect(await observeClaim()).toEqual(short);
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
  test('keeps nobody behind it waiting, and goes on in the order of its own', async () => {
    const other = await createTestIntegration(context, owner.organizationId);
    const slow = await times(100, () => createTestExecution(context, owner));
    const fast = await createTestExecution(context, other);
    expect(subjects(await claimWith(roomBut(owner.integrationId)))).toEqual([fast]);
    expect(await countWaitingWork(context.db)).toBe(100);
    expect(
      new Set(await inTurn(slow, async (id) => (await findExecutionForRun(context.db, id))?.status)),
    ).toEqual(new Set(['queued']));

    slow.push(await createTestExecution(context, owner));
    const fastAgain = await createTestExecution(context, other);
    const claimed = subjects(await claimWith(roomBut(), 200));
    expect(claimed.filter((id) => id !== fastAgain)).toEqual(slow);
    expect(claimed.slice(0, 2)).toContain(fastAgain);
    expect((await claimJobs(context.db, { owner: 'a', limit: 9, now: context.now(), leaseMs })).jobs).toEqual(
      [],
    );
  });

  test('lets its retries wait, too, until there is', async () => {
    const other = await createTestIntegration(context, owner.organizationId);
    await createTestExecution(context, owner);
    const [job] = await claim();
    if (job) await context.db.run(releaseJobQuery(job, context.now(), false));
    const fast = await createTestExecution(context, other);
    expect(subjects(await claimWith(roomBut(owner.integrationId)))).toEqual([fast]);
    expect((await claimWith(roomBut())).jobs).toMatchObject([
      { subjectId: job?.subjectId, integrationId: owner.integrationId },
    ]);
  });

  test('has a bounded number of its executions looked at by one claim, which says that there is more', async () => {
    const other = await createTestIntegration(context, owner.organizationId);
    for (let count = 0; count < 2_000; count += 1) await createTestExecution(context, owner);
    const fast = await createTestExecution(context, other);
    let claims = 0;
    for (;;) {
      const asked: string[] = [];
      const room = roomBut(owner.integrationId);
      const claimed = await context.db.transaction((tx) => {
        // Tests execute each work twice.
        asked.length = 0;
        return claimJobs(record(tx, asked), { owner: 'a', limit: 10, now: context.now(), leaseMs, room });
      });
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
    await claimJobs(
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

  test('is served in turn with the others when there is room for one at a time', async () => {
    const others = await inTurn([1, 2], () => createTestIntegration(context, owner.organizationId));
    const all = [owner, ...others];
    for (let count = 0; count < 20; count += 1) await createTestExecution(context, owner);
    for (const each of others) await createTestExecution(context, each);
    await claimWith(roomBut(...all.map(({ integrationId }) => integrationId)));
    const lastQueues = new Map<string, string>();
    const turns = await times(3, async () => {
      const claimed = await claimJobs(context.db, {
        owner: 'a',
        limit: 1,
        now: context.now(),
        leaseMs,
        afterIn: (organizationId) => lastQueues.get(organizationId),
      });
      for (const [organizationId, queue] of claimed.lastQueues) lastQueues.set(organizationId, queue);
      return claimed.jobs.map(({ integrationId }) => integrationId);
    });
    expect(new Set(turns.flat())).toEqual(new Set(all.map(({ integrationId }) => integrationId)));
  });
});

test('nothing of a deleted organization is claimed, whether it is queued, set aside or waits for its next attempt', async () => {
  await createTestExecution(context, owner);
  const [retry] = await claim();
  if (retry) await context.db.run(releaseJobQuery(retry, context.now(), false));
  await createTestExecution(context, owner);
  const other = await createTestIntegration(context, (await createTestUser(context)).organizationId);
  const theirs = await createTestExecution(context, other);
  await updateOrganizationDeleted(context.db, owner.organizationId, context.now());
  expect((await claim()).map(({ subjectId }) => subjectId)).toEqual([theirs]);
});
