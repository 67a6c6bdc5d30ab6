import { beforeEach, describe, expect, test } from 'vitest';
import {
  claimJobs,
  type ClaimedJob,
  countWaitingJobs,
  deleteJob,
  extendLeases,
  freeExpiredJobs,
  freeJobsOf,
  holdsLease,
  insertJob,
  listLeaseOwners,
  releaseJob,
  releaseJobsOf,
} from '~/db/jobs';
import type { Database, Queries } from '~/db/open';
import { createTestDatabase } from '../support/database';
import { explain } from '../support/explain';

const leaseMs = 30_000;
let db: Database;

beforeEach(async () => {
  db = await createTestDatabase();
});

function add(subjectId: string, runAt = 0): void {
  insertJob(db, { kind: 'execution', subjectId, organizationId: null, runAt, now: 0 });
}

function claim(owner: string, now = 0, limit = 10): ClaimedJob[] {
  return claimJobs(db, { owner, limit, now, leaseMs });
}

function claimOne(owner: string, now = 0): ClaimedJob {
  const [job] = claim(owner, now, 1);
  if (!job) throw new Error('There was nothing to claim');
  return job;
}

test('due jobs are claimed oldest first, by one owner, up to the limit', () => {
  add('later', 20);
  add('second', 10);
  add('first', 5);
  add('not due', 100);
  expect(
    claim('a', 50, 2)
      .map((job) => job.subjectId)
      .toSorted(),
  ).toEqual(['first', 'second']);
  expect(claim('b', 50)).toEqual([
    expect.objectContaining({
      subjectId: 'later',
      owner: 'b',
      number: 1,
      deaths: 0,
      failures: 0,
    }) as ClaimedJob,
  ]);
  expect(claim('c', 50)).toEqual([]);
  expect(countWaitingJobs(db)).toBe(1);
  expect(listLeaseOwners(db).toSorted()).toEqual(['a', 'b']);
});

describe('a lease that was lost', () => {
  test.each<[string, (job: ClaimedJob) => void]>([
    ['ran out', () => void freeExpiredJobs(db, leaseMs)],
    ['was its owner’s who is dead', () => void freeJobsOf(db, 'a')],
    ['was given back', (job) => releaseJob(db, job, 0, false)],
    ['was given back with all others', () => void releaseJobsOf(db, 'a')],
  ])('because it %s allows nothing, also when the same owner claims again', (_how, lose) => {
    add('x');
    const lost = claimOne('a');
    expect(holdsLease(db, lost)).toBe(true);
    lose(lost);
    expect(holdsLease(db, lost)).toBe(false);
    for (const owner of ['b', 'a']) {
      const next = claimOne(owner);
      expect(holdsLease(db, lost)).toBe(false);
      expect(deleteJob(db, lost)).toBe(false);
      releaseJob(db, lost, 99, true);
      expect(holdsLease(db, next)).toBe(true);
      releaseJob(db, next, 0, false);
    }
    expect(claimOne('c')).toMatchObject({ failures: 0, number: 4 });
  });
});

test('a heartbeat extends leases that still stand, and revives none that ran out', () => {
  add('x');
  claimOne('a', 0);
  expect(extendLeases(db, 'b', 10_000, leaseMs)).toBe(0);
  expect(extendLeases(db, 'a', 10_000, leaseMs)).toBe(1);
  expect(freeExpiredJobs(db, 39_999)).toBe(0);
  expect(extendLeases(db, 'a', 40_000, leaseMs)).toBe(0);
  expect(freeExpiredJobs(db, 40_000)).toBe(1);
});

test('deaths and failures are counted apart, and stopping is neither', () => {
  add('x');
  claimOne('a');
  freeJobsOf(db, 'a');
  claimOne('b');
  freeExpiredJobs(db, leaseMs);
  releaseJob(db, claimOne('c'), 500, true);
  expect(claim('d', 499)).toEqual([]);
  claimOne('d', 500);
  releaseJobsOf(db, 'd');
  expect(claimOne('e', 500)).toMatchObject({ deaths: 2, failures: 1 });
});

const lease = { jobId: 1, owner: 'a', number: 1 };

test.each<[string, (queries: Queries) => unknown, string[]]>([
  [
    'claiming',
    (queries) => claimJobs(queries, { owner: 'a', limit: 5, now: 0, leaseMs }),
    [
      'SEARCH jobs USING INTEGER PRIMARY KEY (rowid=?)',
      'LIST SUBQUERY 1',
      'SEARCH jobs USING INDEX jobs_due (run_at<?)',
    ],
  ],
  ['counting', countWaitingJobs, ['SCAN jobs USING INDEX jobs_due']],
  [
    'the heartbeat',
    (queries) => extendLeases(queries, 'a', 0, 1),
    ['SEARCH jobs USING INDEX jobs_leased (leased_until>?)'],
  ],
  [
    'freeing',
    (queries) => freeExpiredJobs(queries, 0),
    ['SEARCH jobs USING INDEX jobs_leased (leased_until<?)'],
  ],
  [
    'checking a lease',
    (queries) => holdsLease(queries, lease),
    ['SEARCH jobs USING INTEGER PRIMARY KEY (rowid=?)'],
  ],
  ['ending', (queries) => deleteJob(queries, lease), ['SEARCH jobs USING INTEGER PRIMARY KEY (rowid=?)']],
])('%s is answered by the right index, without sorting', (_what, ask, plan) => {
  expect(explain(db, ask)).toEqual(plan);
});

test.each<[string, (queries: Queries) => unknown]>([
  ['listing owners', listLeaseOwners],
  ['freeing a dead one’s', (queries) => freeJobsOf(queries, 'a')],
  ['giving back', (queries) => releaseJobsOf(queries, 'a')],
])('%s walks over what is leased and not over what waits', (_what, ask) => {
  expect(explain(db, ask)[0]).toBe('SCAN jobs USING INDEX jobs_leased');
});
