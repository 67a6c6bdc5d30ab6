import { EventEmitter, once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ClaimedJob } from '~/db/executions/queue/claimed-job';
import { deleteJob, insertJob } from '~/db/executions/queue/jobs';
import { type ClaimLoop, createClaimLoop } from '~/jobs/claim-loop';
import { createTestUser } from '../support/accounts';
import { createTestContext, type TestContext } from '../support/context';
import { createTestExecution, createTestIntegration } from '../support/executions';

/** What a job's work is told, and what it tells. */
interface Work {
  job: ClaimedJob;
  setWaiting: (isWaiting: boolean) => void;
  end: () => void;
}

let context: TestContext;
/** An organization. */
let ada: string;
/** The work that was begun, in order. */
let begun: Work[];
let mayClaim: boolean;
let ended: EventEmitter;

beforeEach(async () => {
  await setUp(4);
});

afterEach(() => {
  vi.useRealTimers();
});

async function setUp(runnerConcurrency: number): Promise<void> {
  context = await createTestContext({ config: { runnerConcurrency } });
  ada = (await createTestUser(context)).organizationId;
  begun = [];
  mayClaim = true;
  ended = new EventEmitter();
}

/** A loop whose work goes on until the test ends it, or `atOnce`. */
function createLoop({ atOnce = false } = {}): ClaimLoop {
  return createClaimLoop(context, {
    owner: 'runner',
    leaseMs: 30_000,
    mayClaim: () => mayClaim,
    async perform(job, setWaiting) {
      const end = new Promise<void>((resolve) => begun.push({ job, setWaiting, end: resolve }));
      if (!atOnce) await end;
      await deleteJob(context.db, job);
      ended.emit('end');
    },
  });
}

async function add(subjectId: string, organizationId = ada): Promise<void> {
  const now = context.now();
  await insertJob(context.db, { kind: 'execution', subjectId, organizationId, runAt: now, now });
}

function listBegun(): string[] {
  return begun.map(({ job }) => job.subjectId);
}

async function countLeased(): Promise<number> {
  const { db } = context;
  return (await db.all(db.build.selectFrom('jobs').select('id').where('lease_owner', '=', 'runner'))).length;
}

describe('a claim loop that is woken', () => {
  test('leases what is due and begins its work', async () => {
    await add('x');
    await add('y');
    await createLoop().wake();
    expect(listBegun()).toEqual(['x', 'y']);
    expect(begun.map(({ job }) => job.owner)).toEqual(['runner', 'runner']);
    expect(await countLeased()).toBe(2);
  });

  test('leaves everything where it is while it may not claim', async () => {
    mayClaim = false;
    await add('x');
    const loop = createLoop();
    await loop.wake();
    expect([listBegun(), await countLeased()]).toEqual([[], 0]);
    expect(loop.isFailing()).toBe(false);
    mayClaim = true;
    await loop.wake();
    expect(listBegun()).toEqual(['x']);
  });

  test('while a claim is under way looks once more, for that claim may not have seen what became due', async () => {
    const loop = createLoop();
    await add('x');
    const first = loop.wake();
    await context.db.groupCommit(async (tx) => {
      const now = context.now();
      await insertJob(tx, { kind: 'execution', subjectId: 'y', organizationId: ada, runAt: now, now });
    });
    expect(listBegun()).not.toContain('y');
    await loop.wake();
    await first;
    expect(listBegun()).toEqual(['x', 'y']);
  });

  test('goes on until it has looked behind all that has to wait, which one claim may not', async () => {
    await setUp(64);
    const [busy, other] = [
      await createTestIntegration(context, ada),
      await createTestIntegration(context, ada),
    ];
    // The places of one integration, and more behind them than one claim sets aside.
    for (let n = 0; n < 42 + 300; n += 1) await createTestExecution(context, busy);
    const behind = await createTestExecution(context, other);
    await createLoop().wake();
    expect(listBegun()).toHaveLength(43);
    expect(listBegun()).toContain(behind);
  });
});

describe('room', () => {
  test('is left for another organization, and is taken again as soon as work ends', async () => {
    for (let n = 0; n < 6; n += 1) await add(`ada ${n}`);
    const loop = createLoop();
    await loop.wake();
    // Of four places one is kept.
    expect(listBegun()).toEqual(['ada 0', 'ada 1', 'ada 2']);
    expect(loop.capacityInUse()).toMatchObject({ all: 4, busy: 3 });
    await add('bob', (await createTestUser(context)).organizationId);
    await loop.wake();
    expect(listBegun().slice(3)).toEqual(['bob']);

    const end = once(ended, 'end');
    begun[0]?.end();
    await end;
    // Nobody wakes it.
    while (begun.length < 5) await context.db.groupCommit(async () => undefined);
    expect(listBegun().slice(4)).toEqual(['ada 3']);
  });

  test('is made by work that waits for its host', async () => {
    for (let n = 0; n < 6; n += 1) await add(`ada ${n}`);
    const loop = createLoop();
    await loop.wake();
    begun[0]?.setWaiting(true);
    expect(loop.capacityInUse()).toMatchObject({ busy: 2, waitingForHost: 1 });
    while (begun.length < 4) await context.db.groupCommit(async () => undefined);
    expect(listBegun().slice(3)).toEqual(['ada 3']);
    begun[0]?.setWaiting(false);
    expect(loop.capacityInUse()).toMatchObject({ waitingForHost: 0 });
  });
});

describe('turns', () => {
  test('go round the organizations, one job a claim', async () => {
    await setUp(1);
    const bob = (await createTestUser(context)).organizationId;
    for (let n = 0; n < 3; n += 1) {
      await add(`ada ${n}`);
      await add(`bob ${n}`, bob);
    }
    const loop = createLoop({ atOnce: true });
    await loop.wake();
    while (begun.length < 6) await context.db.groupCommit(async () => undefined);
    expect(listBegun()).toEqual(['ada 0', 'bob 0', 'ada 1', 'bob 1', 'ada 2', 'bob 2']);
    await loop.finish();
  });

  test('go round the integrations of an organization that had to wait', async () => {
    await setUp(1);
    const [one, two] = [await createTestIntegration(context, ada), await createTestIntegration(context, ada)];
    for (const owner of [one, one, one, two, two, two]) await createTestExecution(context, owner);
    context.db.sqlite.exec('update executions set queue = integration_id');
    const loop = createLoop({ atOnce: true });
    await loop.wake();
    while (begun.length < 6) await context.db.groupCommit(async () => undefined);
    const served = begun.map(({ job }) => job.integrationId);
    const [first, second] = [one.integrationId, two.integrationId].toSorted();
    expect(served).toEqual([first, second, first, second, first, second]);
    await loop.finish();
  });
});

describe('a claim that fails', () => {
  test('is rested for, 100 ms and then twice as long, however often the loop is woken', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const claims = vi.spyOn(context.db, 'groupCommit');
    await add('x');
    const loop = createLoop();
    context.db.sqlite.pragma('query_only = 1');
    for (const restMs of [100, 200, 400, 800, 1_600, 2_000, 2_000]) {
      claims.mockClear();
      await loop.wake();
      expect(loop.isFailing()).toBe(true);
      vi.advanceTimersByTime(restMs - 1);
      await loop.wake();
      expect(claims).toHaveBeenCalledTimes(1);
      vi.advanceTimersByTime(1);
    }
    context.db.sqlite.pragma('query_only = 0');
    await loop.wake();
    expect(loop.isFailing()).toBe(false);
    expect(listBegun()).toEqual(['x']);
  });
});

describe('finishing', () => {
  test('waits for the work of a claim that is being written', async () => {
    await add('x');
    const loop = createLoop();
    void loop.wake();
    let isFinished = false;
    const finished = loop.finish().then(() => (isFinished = true));
    while (begun.length === 0) await context.db.groupCommit(async () => undefined);
    expect(isFinished).toBe(false);
    begun[0]?.end();
    await finished;
    expect(await countLeased()).toBe(0);
  });
});
