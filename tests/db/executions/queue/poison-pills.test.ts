import { beforeEach, expect, test } from 'vitest';
import { claimJobs } from '~/db/executions/queue/claim';
import type { ClaimedJob } from '~/db/executions/queue/claimed-job';
import { deleteJob, resetBlameQuery, freeJobsOf, releaseJobsOf } from '~/db/executions/queue/jobs';
import { endTrial } from '~/db/executions/queue/poison-pills';
import { createTestUser } from '../../../support/accounts';
import { createTestContext, type TestContext } from '../../../support/context';
import { createTestExecution, createTestIntegration, type Owner } from '../../../support/executions';
import { times } from '../../../support/in-turn';

let context: TestContext;
let owners: Owner[];

beforeEach(async () => {
  context = await createTestContext();
  const { organizationId } = await createTestUser(context);
  owners = await times(3, () => createTestIntegration(context, organizationId));
});

async function claim(owner = 'a'): Promise<ClaimedJob[]> {
  const { db, now } = context;
  return (await claimJobs(db, { owner, limit: 64, now: now(), leaseMs: 30_000 })).jobs;
}

/** Two processes die with an execution of each integration. */
async function makeSuspects(): Promise<void> {
  for (const owner of owners) await createTestExecution(context, owner);
  for (const [round, name] of ['x', 'y'].entries()) {
    expect((await claim(name)).map(({ deaths, trial }) => [deaths, trial])).toEqual(
      owners.map(() => [round, null]),
    );
    await freeJobsOf(context.db, name);
  }
}

test('of what two processes died with, a runner takes one at a time, and the next when that got further', async () => {
  await makeSuspects();
  const [first, ...others] = await claim();
  expect(first).toMatchObject({ deaths: 2, trial: 'alone' });
  expect([others, await claim()]).toEqual([[], []]);
  // Another process does not die with it.
  expect(await claim('b')).toMatchObject([{ deaths: 2, trial: 'alone' }]);
  if (first) await context.db.run(resetBlameQuery(first));
  const [third] = await claim();
  expect(third).toMatchObject({ deaths: 2, trial: 'alone' });
  expect(await claim()).toEqual([]);
  if (third) await deleteJob(context.db, third);
});

test('nothing else of its integration begins meanwhile, and everything of others', async () => {
  await makeSuspects();
  let claimed = await claim();
  const more: string[] = [];
  for (const owner of owners) more.push(await createTestExecution(context, owner));
  const { organizationId } = await createTestUser(context);
  const other = await createTestExecution(context, await createTestIntegration(context, organizationId));
  expect((await claim()).map(({ subjectId }) => subjectId)).toEqual([other]);
  const begun: string[] = [];
  while (claimed.length > 0) {
    for (const job of claimed) await deleteJob(context.db, job);
    begun.push(...claimed.map(({ subjectId }) => subjectId));
    claimed = await claim();
  }
  expect(begun).toEqual(expect.arrayContaining(more));
  expect(begun).toHaveLength(6);
});

test('one that takes long goes on beside the others, and a death then is not its last', async () => {
  await makeSuspects();
  const [slow] = await claim();
  if (slow) await endTrial(context.db, slow);
  expect(await claim()).toMatchObject([{ trial: 'alone' }]);
  await freeJobsOf(context.db, 'a');
  const deaths = context.db.sqlite
    .prepare('select deaths, trial from jobs order by deaths desc, trial')
    .all();
  expect(deaths).toEqual([
    { deaths: 3, trial: null },
    { deaths: 3, trial: 'died' },
    { deaths: 2, trial: null },
  ]);
});

test('a runner that stops ends no trial badly', async () => {
  await makeSuspects();
  await claim();
  await releaseJobsOf(context.db, 'a');
  expect(await claim()).toMatchObject([{ deaths: 2, trial: 'alone' }]);
});
