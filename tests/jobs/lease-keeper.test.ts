import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ClaimedJob } from '~/db/executions/queue/claimed-job';
import { claimJobs } from '~/db/executions/queue/claim';
import { freeJobsOf, holdsLease, insertJob } from '~/db/executions/queue/jobs';
import { createLeaseKeeper, type LeaseKeeper } from '~/jobs/lease-keeper';
import { createTestUser } from '../support/accounts';
import { createTestContext, type TestContext } from '../support/context';

const times = { lease: 30_000, heartbeat: 10_000 };
let context: TestContext;
let organizationId: string;
let keepers: LeaseKeeper[];

beforeEach(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'wicked-leases-'));
  context = await createTestContext({ config: { dataDir } });
  organizationId = (await createTestUser(context)).organizationId;
  keepers = [];
});

afterEach(async () => {
  await Promise.all(keepers.map((keeper) => keeper.stop()));
  vi.useRealTimers();
  rmSync(context.config.dataDir, { recursive: true, force: true });
});

function startKeeper(): LeaseKeeper {
  const keeper = createLeaseKeeper(context, times);
  keepers.push(keeper);
  keeper.start();
  return keeper;
}

/** A new job, leased in the keeper's name. */
async function claim({ owner }: { owner: string }): Promise<ClaimedJob> {
  const { db } = context;
  const now = context.now();
  await insertJob(db, { kind: 'execution', subjectId: 'x', organizationId, runAt: now, now });
  const [job] = (await claimJobs(db, { owner, limit: 1, now, leaseMs: times.lease })).jobs;
  if (!job) throw new Error('There was nothing to claim');
  return job;
}

function findJob({ jobId }: ClaimedJob) {
  const { db } = context;
  const columns = ['lease_owner', 'leased_until', 'deaths', 'failures'] as const;
  return db.first(db.build.selectFrom('jobs').select(columns).where('id', '=', jobId));
}

/** Lets so many heartbeats pass, and the clock with them. */
async function beat(count: number): Promise<void> {
  for (let beats = 0; beats < count; beats += 1) {
    context.clock.advance(times.heartbeat);
    await vi.advanceTimersByTimeAsync(times.heartbeat);
    await context.db.groupCommit(async () => undefined);
  }
}

describe('the heartbeat of a lease keeper', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  });

  test('renews the leases that are kept, and neither those that were dropped nor those that never were', async () => {
    const keeper = startKeeper();
    const [kept, dropped, never] = [await claim(keeper), await claim(keeper), await claim(keeper)];
    keeper.keep(kept);
    keeper.keep(dropped);
    keeper.drop(dropped);
    const claimedAt = context.now();
    await beat(2);
    expect(await findJob(kept)).toMatchObject({ leased_until: context.now() + times.lease });
    for (const job of [dropped, never]) {
      expect(await findJob(job)).toMatchObject({ leased_until: claimedAt + times.lease });
    }
  });

  test('renews a lease that ran out while the process was frozen, as nobody took it meanwhile', async () => {
    const keeper = startKeeper();
    const job = await claim(keeper);
    keeper.keep(job);
    context.clock.advance(2 * times.lease);
    await beat(1);
    expect(await findJob(job)).toMatchObject({ leased_until: context.now() + times.lease });
  });

  test('does not renew a lease that ran out and that another runner freed', async () => {
    const [keeper, other] = [startKeeper(), startKeeper()];
    const job = await claim(keeper);
    keeper.keep(job);
    context.clock.advance(times.lease);
    await other.recover();
    await beat(1);
    expect(await findJob(job)).toMatchObject({ lease_owner: null, leased_until: null });
  });

  test('goes on after a beat that could not be written', async () => {
    const keeper = startKeeper();
    const job = await claim(keeper);
    keeper.keep(job);
    context.db.sqlite.pragma('query_only = 1');
    await context.db.groupCommit(async () => undefined).catch(() => undefined);
    context.clock.advance(times.heartbeat);
    await vi.advanceTimersByTimeAsync(times.heartbeat);
    await context.db.groupCommit(async () => undefined).catch(() => undefined);
    context.db.sqlite.pragma('query_only = 0');
    await beat(1);
    expect(await findJob(job)).toMatchObject({ leased_until: context.now() + times.lease });
  });
});

describe('the signal of a kept lease', () => {
  test.each([
    ['its job is deleted', (job: ClaimedJob) => deleteRow(job)],
    ['its job is freed', (job: ClaimedJob) => void freeJobsOf(context.db, job.owner)],
    [
      'another runner has claimed its job since',
      async (job: ClaimedJob) => {
        await freeJobsOf(context.db, job.owner);
        await claimJobs(context.db, { owner: 'other', limit: 1, now: context.now(), leaseMs: times.lease });
      },
    ],
  ])('aborts when %s', async (_how, lose) => {
    const keeper = startKeeper();
    const job = await claim(keeper);
    const lost = keeper.keep(job);
    await lose(job);
    await keeper.noticeLost();
    expect(lost.aborted).toBe(true);
  });

  test('does not abort while the lease is held, and does so when it is dropped or the keeper stops', async () => {
    const keeper = startKeeper();
    const [held, ended] = [await claim(keeper), await claim(keeper)];
    const signals = [keeper.keep(held), keeper.keep(ended)];
    const listAborted = () => signals.map(({ aborted }) => aborted);
    await keeper.noticeLost();
    expect(listAborted()).toEqual([false, false]);
    keeper.drop(ended);
    expect(listAborted()).toEqual([false, true]);
    await keeper.stop();
    expect(listAborted()).toEqual([true, true]);
  });

  test('costs one look at the database, however often it is asked for within a moment', async () => {
    const keeper = startKeeper();
    keeper.keep(await claim(keeper));
    const asked = vi.spyOn(context.db, 'all');
    for (let wake = 0; wake < 100; wake += 1) await keeper.noticeLost();
    expect(asked.mock.calls.length).toBeLessThan(10);
    expect(asked).toHaveBeenCalled();
  });
});

async function deleteRow({ jobId }: ClaimedJob): Promise<void> {
  await context.db.run(context.db.build.deleteFrom('jobs').where('id', '=', jobId));
}

describe('a leased job without work', () => {
  test('is given back at the second look, and counts neither as a failure nor as a death', async () => {
    const keeper = startKeeper();
    const [idle, kept] = [await claim(keeper), await claim(keeper)];
    keeper.keep(kept);
    await keeper.giveBackIdle();
    expect(await findJob(idle)).toMatchObject({ lease_owner: keeper.owner });
    await keeper.giveBackIdle();
    expect(await findJob(idle)).toMatchObject({ lease_owner: null, failures: 0, deaths: 0 });
    expect(await findJob(kept)).toMatchObject({ lease_owner: keeper.owner });
  });

  test('is not given back when its work began after the first look', async () => {
    const keeper = startKeeper();
    const job = await claim(keeper);
    await keeper.giveBackIdle();
    keeper.keep(job);
    await keeper.giveBackIdle();
    expect(await holdsLease(context.db, job)).toBe(true);
  });
});

describe('recovering', () => {
  test('frees the jobs of a runner whose process is gone at once, one death counted for each', async () => {
    const keeper = startKeeper();
    const ofDead = await claim({ owner: 'a runner that left no lock' });
    await keeper.recover();
    expect(await findJob(ofDead)).toMatchObject({ lease_owner: null, deaths: 1 });
    const { text } = await context.metrics.describe({});
    expect(text).toContain('\nwicked_lost_leases_total 1\n');
  });

  test('leaves the jobs of a living runner alone until their leases run out', async () => {
    const [keeper, other] = [startKeeper(), startKeeper()];
    const job = await claim(other);
    await keeper.recover();
    expect(await findJob(job)).toMatchObject({ lease_owner: other.owner, deaths: 0 });
    context.clock.advance(times.lease);
    await keeper.recover();
    expect(await findJob(job)).toMatchObject({ lease_owner: null, deaths: 1 });
  });

  test('leaves a runner its own leases that ran out, so that what it works on is not begun again', async () => {
    const keeper = startKeeper();
    const job = await claim(keeper);
    const lost = keeper.keep(job);
    context.clock.advance(2 * times.lease);
    await keeper.recover();
    await keeper.noticeLost();
    expect(lost.aborted).toBe(false);
    expect(await findJob(job)).toMatchObject({ lease_owner: keeper.owner, deaths: 0 });
  });
});

describe('a clock that is put forward', () => {
  test('ends no lease of a runner that lives, and is the one by which they are renewed', async () => {
    const [keeper, other] = [startKeeper(), startKeeper()];
    const [own, others] = [await claim(keeper), await claim(other)];
    const lost = keeper.keep(own);
    other.keep(others);
    await keeper.recover();
    await other.recover();
    context.clock.set(3_600_000);
    await keeper.recover();
    await keeper.noticeLost();
    expect(lost.aborted).toBe(false);
    expect(await findJob(own)).toMatchObject({ leased_until: context.now() + times.lease, deaths: 0 });
    expect(await findJob(others)).toMatchObject({ lease_owner: other.owner, deaths: 0 });
    await other.recover();
    expect(await findJob(others)).toMatchObject({ leased_until: context.now() + times.lease, deaths: 0 });
  });

  test('is believed once those that live have renewed theirs', async () => {
    const [keeper, stopped] = [startKeeper(), startKeeper()];
    const job = await claim(stopped);
    context.clock.set(3_600_000);
    await keeper.recover();
    context.clock.advance(times.lease - 1);
    await keeper.recover();
    expect(await findJob(job)).toMatchObject({ lease_owner: stopped.owner });
    context.clock.advance(1);
    await keeper.recover();
    expect(await findJob(job)).toMatchObject({ lease_owner: null, deaths: 1 });
  });
});

describe('a lease keeper that stops', () => {
  test('gives back what it holds, which is no death, and is dead to the others', async () => {
    const keeper = startKeeper();
    const job = await claim(keeper);
    keeper.keep(job);
    await keeper.stop();
    expect(await findJob(job)).toMatchObject({ lease_owner: null, deaths: 0 });

    const late = await claim(keeper);
    await startKeeper().recover();
    expect(await findJob(late)).toMatchObject({ lease_owner: null, deaths: 1 });
  });

  test('extends no lease any more', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const keeper = startKeeper();
    await keeper.stop();
    const job = await claim(keeper);
    keeper.keep(job);
    await beat(1);
    expect(await findJob(job)).toMatchObject({ leased_until: context.now() - times.heartbeat + times.lease });
  });
});
