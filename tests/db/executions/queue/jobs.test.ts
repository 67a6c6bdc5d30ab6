import { beforeEach, describe, expect, test } from 'vitest';
import { listDueOf, listQueuesOf } from '~/db/executions/queue/waiting-queues';
import type { ClaimedJob } from '~/db/executions/queue/claimed-job';
import { claimJobs } from '~/db/executions/queue/claim';
import type { ClaimCapacity } from '~/db/executions/queue/claiming';
import { countWaitingWork } from '~/db/executions/queue/queue-depth';
import {
  deleteJob,
  deleteLeasedJob,
  renewLease,
  freeExpiredJobs,
  freeJobsOf,
  holdsLease,
  insertJob,
  leaseKey,
  listHeldLeases,
  listLeaseOwners,
  releaseJobQuery,
  releaseJobsOf,
} from '~/db/executions/queue/jobs';
import type { Database } from '~/db/core/open';
import type { Queries } from '~/db/core/queries';
import { insertOrganization } from '~/db/organizations/organizations';
import { createTestDatabase } from '../../../support/database';
import { explain, observe, type ObservedQuery } from '../../../support/explain';

const leaseMs = 30_000;
let db: Database;

beforeEach(async () => {
  db = await createTestDatabase();
});

/** A run of an organization, or a mail. */
async function add(subjectId: string, runAt = 0, organizationId: string | null = null): Promise<void> {
  const kind = organizationId === null ? 'email' : 'execution';
  await insertJob(db, { kind, subjectId, organizationId, runAt, now: 0 });
}

async function claim(owner: string, now = 0, limit = 10): Promise<ClaimedJob[]> {
  return (await claimJobs(db, { owner, limit, now, leaseMs })).jobs;
}

async function claimOne(owner: string, now = 0): Promise<ClaimedJob> {
  const [job] = await claim(owner, now, 1);
  if (!job) throw new Error('There was nothing to claim');
  return job;
}

test('due jobs are claimed oldest first, by one owner, up to the limit', async () => {
  await add('later', 20);
  await add('second', 10);
  await add('first', 5);
  await add('not due', 100);
  expect((await claim('a', 50, 2)).map((job) => job.subjectId).toSorted()).toEqual(['first', 'second']);
  expect(await claim('b', 50)).toEqual([
    expect.objectContaining({
      subjectId: 'later',
      owner: 'b',
      number: expect.any(Number),
      deaths: 0,
      failures: 0,
    }) as ClaimedJob,
  ]);
  expect(await claim('c', 50)).toEqual([]);
  expect(await countWaitingWork(db)).toBe(1);
  expect((await listLeaseOwners(db)).toSorted()).toEqual(['a', 'b']);
});

/** Room for so many of each organization, and for all of the product's own jobs. */
function roomFor(spare: Record<string, number>): ClaimCapacity {
  const taken: string[] = [];
  const isLeft = (id: string) => taken.filter((each) => each === id).length < (spare[id] ?? 0);
  return { has: isLeft, take: (id) => void taken.push(id), hasSystem: () => true, takeSystem: () => {} };
}

/** The organizations of the next `limit` jobs. */
async function claimTurns(options: { limit: number; after?: string }): Promise<string[]> {
  const jobs = (await claimJobs(db, { owner: 'runner', now: 50, leaseMs, ...options })).jobs;
  return jobs.map((job) => job.organizationId ?? 'none');
}

/** So many runs of one organization. */
async function queueMany(count: number): Promise<void> {
  await db.transaction(async (tx) => {
    for (let n = 0; n < count; n += 1) {
      await insertJob(tx, { kind: 'execution', subjectId: `a${n}`, organizationId: 'a', runAt: 0, now: 0 });
    }
  });
}

/** Claims one job; whose it is, and the queries that were made for it. */
async function observeClaim(after: string) {
  const made: ObservedQuery[] = [];
  const { jobs } = await claimJobs(observe(db, made), { owner: 'runner', now: 50, leaseMs, limit: 1, after });
  return { claimed: jobs.map(({ organizationId }) => organizationId), made };
}

describe('organizations take turns', () => {
  beforeEach(async () => {
    for (const id of ['a', 'b', 'c']) await insertOrganization(db, { id, name: id, now: 0 });
  });

  test('each gets one before any gets another, and those of nobody count as one of them', async () => {
    for (let n = 0; n < 4; n += 1) await add(`a${n}`, n, 'a');
    for (let n = 0; n < 2; n += 1) await add(`c${n}`, n, 'c');
    await add('mail');
    await add('not due', 99, 'b');
    expect(await claimTurns({ limit: 5 })).toEqual(['a', 'c', 'none', 'a', 'c']);
    expect(await claimTurns({ limit: 5 })).toEqual(['a', 'a']);
  });

  test('one hand at a time goes round, too, whatever was queued first', async () => {
    for (let n = 0; n < 50; n += 1) await add(`a${n}`, 0, 'a');
    await add('b', 40, 'b');
    await add('mail', 41);
    const served: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      const [next = ''] = await claimTurns({ limit: 1, after: served.at(-1)?.replace('none', '') ?? 'a' });
      served.push(next);
    }
    expect(served).toEqual(['b', 'none', 'a', 'a', 'a']);
  });

  test('who has as much in hand as it may is passed over', async () => {
    for (let n = 0; n < 5; n += 1) await add(`a${n}`, 0, 'a');
    await add('b', 0, 'b');
    const jobs = (
      await claimJobs(db, {
        owner: 'runner',
        now: 50,
        leaseMs,
        limit: 5,
        room: roomFor({ a: 2, b: 0 }),
      })
    ).jobs;
    expect(jobs.map((job) => job.subjectId)).toEqual(['a0', 'a1']);
  });

  test("a claim past another organization's long queue of jobs, or from it, makes the queries of one with a short queue and reads as many rows", async () => {
    await add('b1', 0, 'b');
    await add('b2', 0, 'b');
    await queueMany(20);
    const [past, from] = [await observeClaim('a'), await observeClaim('b')];
    expect([past.claimed, from.claimed]).toEqual([['b'], ['a']]);
    await queueMany(20_000);
    // 'b' has one job left instead of two.
    await add('b3', 0, 'b');
    expect([await observeClaim('a'), await observeClaim('b')]).toEqual([past, from]);
    // A query that walked over the queue, or sorted it, would read more than it returns.
    const steps = [...past.made, ...from.made].flatMap(({ plan }) => plan);
    expect(steps.filter((step) => !step.startsWith('SEARCH '))).toEqual([]);
  });
});

test('the leases an owner holds are listed until they are lost', async () => {
  await add('x');
  await add('y');
  const [x, y] = await claim('a');
  if (!x || !y) throw new Error('There was nothing to claim');
  expect([...(await listHeldLeases(db, 'a')).keys()].toSorted()).toEqual(
    [leaseKey(x), leaseKey(y)].toSorted(),
  );
  expect((await listHeldLeases(db, 'a')).get(leaseKey(x))).toEqual({
    jobId: x.jobId,
    owner: 'a',
    number: x.number,
  });
  await deleteJob(db, x);
  await freeJobsOf(db, 'a');
  expect(await listHeldLeases(db, 'a')).toEqual(new Map());
});

describe('a lease that was lost', () => {
  test.each<[string, (job: ClaimedJob) => void]>([
    ['ran out', () => void freeExpiredJobs(db, { owner: 'b', now: leaseMs })],
    ['was its owner’s who is dead', () => void freeJobsOf(db, 'a')],
    ['was given back', (job) => db.run(releaseJobQuery(job, 0, false))],
    ['was given back with all others', () => void releaseJobsOf(db, 'a')],
  ])('because it %s allows nothing, also when the same owner claims again', async (_how, lose) => {
    await add('x');
    const lost = await claimOne('a');
    expect(await holdsLease(db, lost)).toBe(true);
    lose(lost);
    expect(await holdsLease(db, lost)).toBe(false);
    for (const owner of ['b', 'a']) {
      const next = await claimOne(owner);
      expect(await holdsLease(db, lost)).toBe(false);
      expect(await deleteJob(db, lost)).toBe(false);
      await db.run(releaseJobQuery(lost, 99, true));
      expect(await holdsLease(db, next)).toBe(true);
      await db.run(releaseJobQuery(next, 0, false));
    }
    expect(await claimOne('c')).toMatchObject({ failures: 0 });
  });

  test('because the job ended does not hold the next job, which has its id', async () => {
    await add('x');
    const lost = await claimOne('a');
    expect(await deleteJob(db, lost)).toBe(true);
    await add('y');
    expect(await claimOne('a')).toMatchObject({ jobId: lost.jobId, subjectId: 'y' });
    expect(await holdsLease(db, lost)).toBe(false);
  });
});

test('a heartbeat extends the leases that it names and that still stand, also late, and revives none that was lost', async () => {
  await add('x');
  await add('y');
  const [x, y] = await claim('a', 0);
  if (!x || !y) throw new Error('There was nothing to claim');
  expect(await renewLease(db, { ...x, owner: 'b' }, 40_000)).toBe(false);
  expect(await renewLease(db, { ...x, number: x.number + 1 }, 40_000)).toBe(false);
  expect(await renewLease(db, x, 40_000)).toBe(true);
  // The other one was not named.
  expect(await freeExpiredJobs(db, { owner: 'b', now: 39_999 })).toBe(1);
  expect(await renewLease(db, y, 70_000)).toBe(false);
  // It ran out, and nobody took it.
  expect(await freeExpiredJobs(db, { owner: 'a', now: 40_000 })).toBe(0);
  expect(await renewLease(db, x, 70_000)).toBe(true);
  expect(await freeExpiredJobs(db, { owner: 'b', now: 70_000 })).toBe(1);
});

test('deaths and failures are counted apart, and stopping is neither', async () => {
  await add('x');
  await claimOne('a');
  await freeJobsOf(db, 'a');
  await claimOne('b');
  await freeExpiredJobs(db, { owner: 'c', now: leaseMs });
  await db.run(releaseJobQuery(await claimOne('c'), 500, true));
  expect(await claim('d', 499)).toEqual([]);
  await claimOne('d', 500);
  await releaseJobsOf(db, 'd');
  expect(await claimOne('e', 500)).toMatchObject({ deaths: 2, failures: 1 });
});

const lease = { jobId: 1, owner: 'a', number: 1 };

test.each<[string, (queries: Queries) => Promise<unknown>, string[]]>([
  [
    'claiming',
    (queries) => claimJobs(queries, { owner: 'a', limit: 5, now: 0, leaseMs }),
    [
      'SEARCH installation USING INTEGER PRIMARY KEY (rowid=?)',
      'SEARCH jobs USING INDEX jobs_suspected (deaths>?)',
      'SEARCH executions USING PRIMARY KEY (id=?) LEFT-JOIN',
      'SEARCH jobs USING INDEX jobs_due ((organization_id,queue)>(?,?))',
      'SEARCH executions USING COVERING INDEX executions_queued (organization_id>?)',
      'SEARCH jobs USING INDEX jobs_due_own (kind>?)',
    ],
  ],
  [
    'listing queues',
    (queries) => listQueuesOf(queries, 'o'),
    [
      'SEARCH jobs USING INDEX jobs_due (organization_id=? AND queue>?)',
      'SEARCH executions USING COVERING INDEX executions_queued (organization_id=? AND queue>?)',
    ],
  ],
  [
    'looking into a queue',
    (queries) => listDueOf(queries, { organizationId: 'o', queue: '', now: 0, limit: 5 }),
    [
      'SEARCH jobs USING INDEX jobs_due (organization_id=? AND queue=? AND run_at<?)',
      'SEARCH executions USING PRIMARY KEY (id=?) LEFT-JOIN',
      'SEARCH executions USING INDEX executions_queued (organization_id=? AND queue=?)',
    ],
  ],
  [
    'counting',
    countWaitingWork,
    [
      'SCAN jobs USING INDEX jobs_due',
      'SCAN jobs USING INDEX jobs_due_own',
      'SCAN executions USING COVERING INDEX executions_queued',
      // Only what waits before a call is in it.
      'SCAN execution_waits',
    ],
  ],
  [
    'the heartbeat',
    (queries) => renewLease(queries, lease, 1),
    ['SEARCH jobs USING INTEGER PRIMARY KEY (rowid=?)'],
  ],
  [
    'freeing',
    (queries) => freeExpiredJobs(queries, { owner: 'a', now: 0 }),
    [
      'SEARCH jobs USING INDEX jobs_leased (leased_until<?)',
      'USING INDEX sqlite_autoindex_pace_turns_1 FOR IN-OPERATOR',
      'USING INDEX sqlite_autoindex_pace_turns_1 FOR IN-OPERATOR',
    ],
  ],
  [
    'checking a lease',
    (queries) => holdsLease(queries, lease),
    ['SEARCH jobs USING INTEGER PRIMARY KEY (rowid=?)'],
  ],
  ['ending', (queries) => deleteJob(queries, lease), ['SEARCH jobs USING INTEGER PRIMARY KEY (rowid=?)']],
])('%s is answered by the right index, without sorting', async (_what, ask, plan) => {
  expect(await explain(db, ask)).toEqual(plan);
});

test.each<[string, (queries: Queries) => Promise<unknown>]>([
  ['listing owners', listLeaseOwners],
  ['listing what is held', (queries) => listHeldLeases(queries, 'a')],
  ['freeing a dead one’s', (queries) => freeJobsOf(queries, 'a')],
  ['giving back', (queries) => releaseJobsOf(queries, 'a')],
  ['taking one away', (queries) => deleteLeasedJob(queries, 'execution', 'x')],
])('%s walks over what is leased and not over what waits', async (_what, ask) => {
  expect((await explain(db, ask))[0]).toBe('SCAN jobs USING INDEX jobs_leased');
});
