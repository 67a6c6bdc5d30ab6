import { EventEmitter, once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { insertEmail } from '~/db/accounts/emails';
import { updatePaused } from '~/db/core/installation';
import { claimJobs } from '~/db/executions/queue/claim';
import { deleteJob, freeJobsOf, insertJob, releaseJobQuery } from '~/db/executions/queue/jobs';
import { type Handler, createRunner, type Runner } from '~/jobs/runner';
import { createTestUser } from '../support/accounts';
import { createTestContext, type TestContext } from '../support/context';

let context: TestContext;
/** An organization. */
let ada: string;
let runners: Runner[];
/** Emits what handlers are given, and `done` when a test lets them end. */
let events: EventEmitter;

beforeEach(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'wicked-runner-'));
  context = await createTestContext({ config: { dataDir } });
  ada = (await createTestUser(context)).organizationId;
  runners = [];
  events = new EventEmitter();
});

afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(runners.map((runner) => runner.stop(0)));
  rmSync(context.config.dataDir, { recursive: true, force: true });
});

function makeRunner(handler: Handler): Runner {
  const runner = createRunner(context, {
    execution: handler,
    email: handler,
    'purge-integration': handler,
    'purge-organization': handler,
  });
  runners.push(runner);
  return runner;
}

/** A run of one organization, unless it is another's. */
async function add(subjectId: string, delayMs = 0, organizationId = ada): Promise<void> {
  const now = context.now();
  await insertJob(context.db, { kind: 'execution', subjectId, organizationId, runAt: now + delayMs, now });
}

function listJobs() {
  const { db } = context;
  const columns = ['subject_id', 'lease_owner', 'leased_until', 'deaths', 'failures', 'run_at'] as const;
  return db.all(db.build.selectFrom('jobs').select(columns).orderBy('id'));
}

/** Lets a runner claim what there is and find that there is no more, or that it cannot. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) {
    await context.db.groupCommit(async () => undefined).catch(() => undefined);
  }
}

/** Tells that it got a job and then does it at once. */
const doAtOnce: Handler = async ({ db }, job) => {
  await db.groupCommit((tx) => deleteJob(tx, job));
  events.emit('did', job);
};

/** Holds each job until the test says `done`; tells whether its lease then still stood. */
const hold: Handler = async ({ db }, job) => {
  const done = once(events, 'done');
  events.emit('got', job);
  await done;
  events.emit('did', await db.groupCommit((tx) => deleteJob(tx, job)));
};

describe('waking', () => {
  test('a runner does what waits when it starts', async () => {
    await add('x');
    const did = once(events, 'did');
    makeRunner(doAtOnce).start();
    expect(await did).toMatchObject([{ subjectId: 'x', deaths: 0, failures: 0 }]);
    expect(await listJobs()).toEqual([]);
  });

  test('a runner that was woken does not wait for its poll', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    const runner = makeRunner(doAtOnce);
    runner.start();
    for (const subjectId of ['x', 'y']) {
      await settle();
      const did = once(events, 'did');
      await add(subjectId);
      runner.wake();
      expect(await did).toMatchObject([{ subjectId }]);
    }
  });

  test('a job without a wake is found by the poll, and one for later when it is due', async () => {
    const runner = makeRunner(doAtOnce);
    runner.start();
    const did = once(events, 'did');
    await add('later', 1000);
    await add('x');
    expect(await did).toMatchObject([{ subjectId: 'x' }]);
    expect(await listJobs()).toMatchObject([{ subject_id: 'later', lease_owner: null }]);
    context.clock.advance(1000);
    expect(await once(events, 'did')).toMatchObject([{ subjectId: 'later' }]);
  });

  test('no more jobs are in hand than allowed, and the next follows at once', async () => {
    const other = (await createTestUser(context)).organizationId;
    for (let n = 0; n < 6; n += 1) await add(`job ${n}`, 0, n % 2 ? ada : other);
    let inHand = 0;
    let most = 0;
    let did = 0;
    const finished = once(events, 'finished');
    makeRunner(async ({ db }, job) => {
      most = Math.max(most, (inHand += 1));
      await db.groupCommit((tx) => deleteJob(tx, job));
      inHand -= 1;
      if ((did += 1) === 6) events.emit('finished');
    }).start();
    await finished;
    expect(most).toBe(context.config.runnerConcurrency);
  });
});

test('a runner that is woken without end still polls, and frees the jobs of a runner that died', async () => {
  const { db, now } = context;
  const did: string[] = [];
  const busy = new AbortController();
  async function wakeWithoutEnd(): Promise<void> {
    for (; !busy.signal.aborted; await nextTurn()) runner.wake();
  }
  const runner = makeRunner(async (_context, job) => {
    // The claim that the first poll began is still under way.
    if (job.subjectId === 'first') void wakeWithoutEnd();
    await db.groupCommit((tx) => deleteJob(tx, job));
    did.push(job.subjectId);
  });
  onTestFinished(() => busy.abort());
  await add('first');
  runner.start();
  await expect.poll(() => did).toEqual(['first']);
  const job = { kind: 'execution', subjectId: 'of the dead', organizationId: ada } as const;
  await db.transaction(async (tx) => {
    await insertJob(tx, { ...job, runAt: now(), now: now() });
    await claimJobs(tx, { owner: 'gone', limit: 1, now: now(), leaseMs: 30_000 });
  });
  context.clock.advance(1_000);
  await expect.poll(() => did).toEqual(['first', 'of the dead']);
  await expect.poll(() => runner.seenAt()).toBe(now());
});

describe('a handler that fails', () => {
  test('gets its job again later, each time twice as late', async () => {
    let failed = once(events, 'failed');
    const runner = makeRunner(async ({ db }, job) => {
      // Commits keep their order: behind the next one, the job has been given back.
      setImmediate(
        () => void db.groupCommit(async () => undefined).then(() => events.emit('failed', job.failures)),
      );
      throw new Error('no');
    });
    await add('x');
    runner.start();
    const delays: number[] = [];
    for (let failures = 0; failures < 9; failures += 1) {
      expect(await failed).toEqual([failures]);
      const [job] = await listJobs();
      expect(job).toMatchObject({ lease_owner: null, failures: failures + 1, deaths: 0 });
      const delayMs = (job?.run_at ?? 0) - context.now();
      delays.push(delayMs / 1000);
      failed = once(events, 'failed');
      context.clock.advance(delayMs);
      runner.wake();
    }
    await failed;
    expect(delays).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
  });
});

describe('two runners on one file', () => {
  test('a job is done by one of them', async () => {
    const did: string[] = [];
    events.on('did', (job: { subjectId: string }) => did.push(job.subjectId));
    const subjects = Array.from({ length: 40 }, (_, index) => `job ${index}`);
    for (const subject of subjects) await add(subject);
    for (const runner of [makeRunner(doAtOnce), makeRunner(doAtOnce)]) runner.start();
    while (did.length < subjects.length) await once(events, 'did');
    expect(did.toSorted()).toEqual(subjects.toSorted());
  });

  test('during a pause a mail about an account passes from a runner that is gone to the next one', async () => {
    const { db, now } = context;
    await updatePaused(db, { from: null, now: now() });
    context.clock.advance(1);
    const content = { subject: 'Reset your password', text: 'sealed', html: 'sealed' };
    await insertEmail(db, {
      id: 'link',
      recipient: 'ada@example.com',
      content,
      organizationId: null,
      now: now(),
    });
    const job = { kind: 'email', subjectId: 'link', organizationId: null } as const;
    await insertJob(db, { ...job, runAt: now(), now: now() });
    await add('x');
    expect((await claimJobs(db, { owner: 'gone', limit: 9, now: now(), leaseMs: 60_000 })).jobs).toHaveLength(
      1,
    );
    const did = once(events, 'did');
    makeRunner(doAtOnce).start();
    expect(await did).toMatchObject([{ subjectId: 'link', deaths: 1 }]);
    expect(await listJobs()).toMatchObject([{ subject_id: 'x', lease_owner: null }]);
  });

  test('a lease that ran out passes to the other one, and the first can change nothing any more', async () => {
    await add('x');
    const got = once(events, 'got');
    makeRunner(hold).start();
    const [lost] = (await got) as [{ number: number }];
    makeRunner(hold).start();

    const gotAgain = once(events, 'got');
    context.clock.advance(30_000);
    const [taken] = (await gotAgain) as [{ number: number; deaths: number }];
    expect(taken).toMatchObject({ subjectId: 'x', deaths: 1 });

    const results: boolean[] = [];
    events.on('did', (deleted: boolean) => results.push(deleted));
    events.emit('done');
    while (results.length < 2) await once(events, 'did');
    expect(results.toSorted()).toEqual([false, true]);
    expect(lost.number).not.toBe(taken.number);
  });

  test('while its heart beats a runner keeps its lease, however long the work takes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    await add('x');
    const got = once(events, 'got');
    makeRunner(hold).start();
    const [{ owner }] = (await got) as [{ owner: string }];
    makeRunner(hold).start();
    for (let beat = 0; beat < 6; beat += 1) {
      context.clock.advance(10_000);
      // One beat and twenty polls of both.
      await vi.advanceTimersByTimeAsync(10_000);
      await context.db.groupCommit(async () => undefined);
    }
    expect(await listJobs()).toMatchObject([
      { lease_owner: owner, leased_until: context.now() + 30_000, deaths: 0 },
    ]);
    const did = once(events, 'did');
    events.emit('done');
    expect(await did).toEqual([true]);
  });
});

test('a run with which many processes died is tried alone for five minutes, and then beside others', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const { db } = context;
  await add('x');
  await db.run(db.build.updateTable('jobs').set({ deaths: 12 }));
  const got = once(events, 'got');
  makeRunner(hold).start();
  expect(await got).toMatchObject([{ trial: 'alone' }]);
  const readTrial = () => db.first(db.build.selectFrom('jobs').select('trial'));
  await vi.advanceTimersByTimeAsync(299_000);
  await settle();
  expect(await readTrial()).toEqual({ trial: 'alone' });
  await vi.advanceTimersByTimeAsync(1_000);
  await settle();
  expect(await readTrial()).toEqual({ trial: null });
  events.emit('done');
  await once(events, 'did');
});

/** Waits until it is told that its lease is lost. */
const untilLost: Handler = async (_context, job, _stopping, lost) => {
  const told = once(lost, 'abort');
  events.emit('got', job);
  await told;
  events.emit('lost', job);
};

describe('a lease that is lost', () => {
  const heart = ['setInterval', 'clearInterval'] as const;
  test.each([
    ['at once when the runner is woken', true],
    ['by the poll when nobody wakes it', false],
  ])('because the job was cancelled is logged %s', async (_how, wakes) => {
    // Its heart does not beat, nor does a runner poll that is to be woken.
    vi.useFakeTimers({
      toFake: wakes ? [...heart, 'setTimeout', 'clearTimeout', 'performance'] : [...heart],
    });
    await add('x');
    await add('y');
    const got = once(events, 'got');
    const runner = makeRunner(untilLost);
    runner.start();
    await got;
    await settle();
    const told = once(events, 'lost');
    await context.db.run(context.db.build.deleteFrom('jobs').where('subject_id', '=', 'x'));
    if (wakes) {
      // It looked when it started, and does not look twice in 50 ms.
      vi.advanceTimersByTime(100);
      runner.wake();
    }
    expect(await told).toMatchObject([{ subjectId: 'x' }]);
    expect(await listJobs()).toMatchObject([{ subject_id: 'y' }]);
    await context.db.run(context.db.build.deleteFrom('jobs'));
    vi.advanceTimersByTime(wakes ? 500 : 0);
    await once(events, 'lost');
  });

  test('because another runner took it over is logged, too', async () => {
    await add('x');
    const got = once(events, 'got');
    makeRunner(untilLost).start();
    const [{ owner }] = (await got) as [{ owner: string }];
    const told = once(events, 'lost');
    await freeJobsOf(context.db, owner);
    expect(
      (await claimJobs(context.db, { owner: 'other', limit: 1, now: context.now(), leaseMs: 1 })).jobs,
    ).toHaveLength(1);
    await told;
    await deleteJob(context.db, { jobId: 1, owner: 'other', number: 2 });
  });
});

describe('one organization’s long queue', () => {
  test('leaves hands free for others, whose work is taken up with the next free one', async () => {
    const { db } = context;
    const [busy, other] = [await createTestUser(context), await createTestUser(context)].map(
      (each) => each.organizationId,
    );
    const now = context.now();
    const queue = { kind: 'execution', runAt: now, now } as const;
    await db.transaction(async (tx) => {
      for (let n = 0; n < 5000; n += 1) {
        await insertJob(tx, { ...queue, subjectId: `busy ${n}`, organizationId: busy ?? '' });
      }
    });
    const got: string[] = [];
    events.on('got', (job: { subjectId: string }) => got.push(job.subjectId));
    const runner = makeRunner(hold);
    runner.start();
    while (got.length < 3) await once(events, 'got');
    await settle();
    // Of four hands one is kept.
    expect(got).toEqual(['busy 0', 'busy 1', 'busy 2']);

    const next = once(events, 'got');
    await insertJob(db, { ...queue, subjectId: 'webhook', organizationId: other ?? '' });
    runner.wake();
    expect(await next).toMatchObject([{ subjectId: 'webhook' }]);
    await db.run(db.build.deleteFrom('jobs').where('lease_owner', 'is', null));
    events.emit('done');
    await settle();
  });
});

describe('stopping', () => {
  test('claims nothing more, waits for the work in hand and lets it end', async () => {
    await add('x');
    const got = once(events, 'got');
    const runner = makeRunner(hold);
    runner.start();
    await got;
    await add('y');
    let stopped = false;
    const stopping = runner.stop(60_000).then(() => (stopped = true));
    runner.wake();
    await context.db.groupCommit(async () => undefined);
    expect(stopped).toBe(false);
    const did = once(events, 'did');
    events.emit('done');
    expect(await did).toEqual([true]);
    await stopping;
    expect(await listJobs()).toMatchObject([{ subject_id: 'y', lease_owner: null }]);
  });

  test('tells handlers, so that they need not do everything', async () => {
    await add('x');
    const got = once(events, 'got');
    const runner = makeRunner(async ({ db, now }, job, stopping) => {
      const told = once(stopping, 'abort');
      events.emit('got');
      await told;
      await db.groupCommit((tx) => tx.run(releaseJobQuery(job, now(), false)));
    });
    runner.start();
    await got;
    await runner.stop(60_000);
    expect(await listJobs()).toMatchObject([{ lease_owner: null, deaths: 0, failures: 0 }]);
  });

  test('gives back what does not end in time; what ends later counts no more', async () => {
    await add('x');
    const got = once(events, 'got');
    const runner = makeRunner(hold);
    runner.start();
    await got;
    await runner.stop(10);
    expect(await listJobs()).toMatchObject([{ lease_owner: null, deaths: 0 }]);
    const did = once(events, 'did');
    events.emit('done');
    expect(await did).toEqual([false]);
    expect(await listJobs()).toHaveLength(1);
  });

  test('a claim that is just being written is not left behind', async () => {
    await add('x');
    const runner = makeRunner(doAtOnce);
    runner.start();
    runner.wake();
    await runner.stop(60_000);
    expect(await listJobs()).toEqual([]);
  });

  test('a runner that stopped is dead to the others at once', async () => {
    const first = makeRunner(hold);
    await add('x');
    const got = once(events, 'got');
    first.start();
    await got;
    const gotAgain = once(events, 'got');
    await first.stop(0);
    makeRunner(hold).start();
    expect(await gotAgain).toMatchObject([{ subjectId: 'x', deaths: 0 }]);
    events.emit('done');
  });
});

function setWritable(isWritable: boolean): void {
  context.db.sqlite.pragma(`query_only = ${isWritable ? 0 : 1}`);
}

/** Lets faked time pass, and what it started come to its end. */
async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  for (let turn = 0; turn < 10; turn += 1) await nextTurn();
}

describe('a database that cannot be written for a while', () => {
  test('leaves no job leased that nobody works on, and counts neither as a failure nor as a death', async () => {
    const tries: boolean[] = [];
    const tried = new EventEmitter();
    await add('x');
    makeRunner(async ({ db }, job) => {
      if (tries.push(true) === 1) {
        setWritable(false);
        tried.emit('first');
      }
      await db.groupCommit((tx) => deleteJob(tx, job));
      events.emit('did', job);
    }).start();
    await once(tried, 'first');
    // Until the job's release has failed, too.
    await settle();
    expect(await listJobs()).toMatchObject([{ lease_owner: expect.any(String) as string }]);
    const did = once(events, 'did');
    setWritable(true);
    // The clock stands still: no lease runs out.
    expect(await did).toMatchObject([{ subjectId: 'x', deaths: 0, failures: 0 }]);
    expect(await listJobs()).toEqual([]);
  });

  test('is logged once, is rested for, and is not called a look at the queue', async () => {
    vi.useFakeTimers({
      toFake: ['performance', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    });
    const errors = vi.spyOn(context.log, 'error');
    const claims = vi.spyOn(context.db, 'groupCommit');
    const runner = makeRunner(doAtOnce);
    async function seesNow(): Promise<void> {
      while (runner.seenAt() !== context.now()) await pass(20);
    }
    runner.start();
    await seesNow();

    const seenAt = runner.seenAt();
    await add('x');
    setWritable(false);
    claims.mockClear();
    context.clock.advance(5_000);
    for (let round = 0; round < 20; round += 1) {
      for (let wake = 0; wake < 50; wake += 1) runner.wake();
      await pass(100);
    }
    expect(runner.seenAt()).toBe(seenAt);
    // One line for each thing that fails, and a few tries of it in two seconds.
    expect(errors.mock.calls.length).toBeGreaterThan(0);
    expect(errors.mock.calls.length).toBeLessThan(5);
    expect(claims.mock.calls.length).toBeGreaterThan(2);
    expect(claims.mock.calls.length).toBeLessThan(12);

    const did = once(events, 'did');
    setWritable(true);
    // The longest rest.
    await pass(2_000);
    expect(await did).toMatchObject([{ subjectId: 'x' }]);
    await seesNow();
  });
});
