// The pace of a connection, from deliveries to what its target gets.
import { findInterval } from '~/engine/connections/pace';
import { beforeEach, describe, expect, it } from 'vitest';
import { freeJobsOf } from '~/db/executions/queue/jobs';
import { claimJobs } from '~/db/executions/queue/claim';
import { cancelExecution } from '~/services/runs/control';
import { findPaceTurn } from '~/db/connections/pace';
import { listAttempts } from '~/db/executions/steps';
import type { LoggedRequest } from '~/engine/logged';
import { changeConnection, createConnection, readConnectionById } from '~/services/connections/connections';
import { takeTurn } from '~/services/connections/pace';
import { runExecution } from '~/services/runs/run-execution';
import { testConnection } from '~/services/test-runs/connection-test';
import { createRunSetup, never, type RunSetup } from '../runs/run-setup';

let setup: RunSetup;
let id: string;
/** What the clock said when each request reached the target. */
let sentAt: number[];

const perMinute = { requests: 60, per: 'minute', burst: 1 } as const;
/** The first whole millisecond at which the next turn has come. */
const apart = Math.ceil(findInterval(perMinute));

beforeEach(async () => {
  setup = await createRunSetup();
  sentAt = [];
  const { handler } = setup.answers;
  setup.answers.handler = (request, response) => {
    sentAt.push(setup.context.now());
    return handler(request, response);
  };
  id = await connect(perMinute);
});

async function connect(pace: object, name = 'Shop API'): Promise<string> {
  const about = { name, baseUrl: setup.target.url, kind: 'bearer', config: { token: 'sesame-open-77' } };
  const outcome = await createConnection(setup.context, setup.actor, { ...about, pace });
  if (outcome.kind !== 'connection') throw new Error(JSON.stringify(outcome));
  return outcome.connection.id;
}

function seed(responseHandlingSteps: object[] = [], connectionId = id): Promise<string> {
  const authConfig = { type: 'connection', connectionId };
  const apiCalls = [{ id: 'a', name: 'Orders', method: 'GET', url: '/orders', authConfig }];
  return setup.seed({ apiCalls, responseHandlingSteps });
}

/** Takes up what is due in a process of its own name. */
async function work(owner = 'runner', lost = never): Promise<Promise<void>[]> {
  const { context } = setup;
  const { jobs } = await claimJobs(context.db, {
    owner,
    limit: 1_000,
    now: context.now(),
    leaseMs: 3_600_000,
  });
  return jobs.map((job) => runExecution(context, job, never, lost));
}

async function countLeased(): Promise<number> {
  const { db } = setup.context;
  const held = await db.all(db.build.selectFrom('jobs').select('id').where('lease_owner', 'is not', null));
  return held.length;
}

function findTurn(executionId: string) {
  return findPaceTurn(setup.context.db, executionId);
}

async function readWaited(executionId: string) {
  const attempts = await listAttempts(setup.context.db, [executionId]);
  return attempts.map(({ request }) => (JSON.parse(request) as LoggedRequest).waited);
}

describe('many deliveries at once', () => {
  it('are sent one by one by two processes, never 61 in a minute, and hold nobody while they wait', async () => {
    const { clock } = setup.context;
    const integrations = [await seed(), await seed()];
    const ids: string[] = [];
    for (let each = 0; each < 80; each += 1) ids.push(await setup.accept(integrations[each % 2] ?? ''));
    const runs = await work();
    await setup.target.arrived(1);
    // One has its turn within two seconds and waits where it is.
    await expect.poll(countLeased).toBe(1);
    for (let sent = 1; sent < 80; sent += 1) {
      clock.advance(apart);
      runs.push(...(await work(sent % 2 ? 'other' : 'runner')));
      await setup.target.arrived(sent + 1);
    }
    await Promise.all(runs);
    expect(sentAt.map((at) => (at - (sentAt[0] ?? 0)) / apart)).toEqual(ids.map((_id, index) => index));
    const waited = await Promise.all(ids.map(readWaited));
    expect(waited.flat()).toContain('waited 41 s for its turn (60 a minute, Shop API)');
    for (const executionId of ids) {
      expect(await setup.findExecution(executionId)).toMatchObject({ status: 'completed' });
    }
  });
});

describe('what was used up', () => {
  const dayMs = 86_400_000;

  it('counts no longer than it can when the clock was a day ahead', async () => {
    const { clock } = setup.context;
    const integrationId = await seed();
    clock.advance(dayMs);
    const ids = [await setup.accept(integrationId), await setup.accept(integrationId)];
    const runs = await work();
    await expect.poll(() => findTurn(ids[1] ?? '')).toBeDefined();
    clock.advance(-dayMs);
    // One that waits where it is asks anew, as all do.
    await expect
      .poll(async () => (await findTurn(ids[1] ?? ''))?.at)
      .toBeLessThan(setup.context.now() + dayMs / 2);
    ids.push(await setup.accept(integrationId));
    runs.push(...(await work()));
    await expect.poll(() => findTurn(ids[2] ?? '')).toBeDefined();
    for (const sent of [2, 3]) {
      clock.advance(apart);
      runs.push(...(await work()));
      await setup.target.arrived(sent);
    }
    await Promise.all(runs);
    for (const each of ids) expect(await setup.findExecution(each)).toMatchObject({ status: 'completed' });
  });

  it('of a slow pace does not hold up a faster one', async () => {
    const { context, actor } = setup;
    await changeConnection(context, actor, id, { pace: { requests: 100, per: 'hour', burst: 100 } });
    const integrationId = await seed();
    for (let each = 0; each < 100; each += 1) await setup.accept(integrationId);
    await Promise.all(await work());
    expect(sentAt).toHaveLength(100);
    await changeConnection(context, actor, id, { pace: { requests: 600, per: 'minute', burst: 1 } });
    const last = await setup.accept(integrationId);
    const runs = await work();
    await expect.poll(() => findTurn(last)).toBeDefined();
    context.clock.advance(1_000);
    await Promise.all(runs);
    expect(await setup.findExecution(last)).toMatchObject({ status: 'completed' });
  });
});

describe('a turn', () => {
  const call = { connectionId: '', paced: { name: 'Shop API', pace: perMinute }, step: 0, attempt: 1 };

  it('of a process that died before it sent is wasted, and no other is sent sooner for it', async () => {
    const { context } = setup;
    const latest = context.now() + 900_000;
    expect(await takeTurn(context, { ...call, connectionId: id }, { latest })).toEqual({
      kind: 'now',
      waitedMs: 0,
    });
    await setup.accept(await seed());
    const runs = await work();
    context.clock.advance(apart - 1);
    expect(setup.target.received).toEqual([]);
    context.clock.advance(1);
    await Promise.all(runs);
    expect(setup.target.received).toHaveLength(1);
  });

  it('counts from when it is taken, not from when it was asked for', async () => {
    const { context } = setup;
    const ask = (setWaiting?: (isWaiting: boolean) => void) =>
      takeTurn(context, { ...call, connectionId: id }, { latest: context.now() + 900_000, setWaiting });
    // They ask a turn's distance apart. One transaction decides on both.
    const first = ask();
    context.clock.advance(apart);
    let second: ReturnType<typeof ask> | undefined;
    await new Promise((waits) => void (second = ask(waits)));
    expect(await first).toEqual({ kind: 'now', waitedMs: 0 });
    context.clock.advance(apart);
    expect(await second).toEqual({ kind: 'now', waitedMs: apart });
  });

  it('stands for the call it was promised to, whatever runner takes that up', async () => {
    const { context } = setup;
    const integrationId = await seed();
    for (let each = 0; each < 5; each += 1) await setup.accept(integrationId);
    const died = new AbortController();
    const runs = await work('runner', died.signal);
    await expect.poll(countLeased).toBe(1);
    died.abort();
    await Promise.all(runs);
    await freeJobsOf(context.db, 'runner');
    // One waited where it died. Its turn, and the turns of those in the queue, are as before.
    context.clock.advance(3 * apart);
    const next = await work('next');
    await setup.target.arrived(2);
    await expect.poll(countLeased).toBe(2);
    for (const arrivals of [3, 4, 5]) {
      context.clock.advance(apart);
      next.push(...(await work('next')));
      await setup.target.arrived(arrivals);
    }
    await Promise.all(next);
    expect(sentAt.map((at) => (at - (sentAt[0] ?? 0)) / apart)).toEqual([0, 3, 4, 5, 6]);
  });

  it('is no reason to end who waited for it in any number of processes that died', async () => {
    const { context } = setup;
    const integrationId = await seed();
    const first = await setup.accept(integrationId);
    await Promise.all(await work());
    const waits = await setup.accept(integrationId);
    for (let death = 0; death < 4; death += 1) {
      const died = new AbortController();
      const runs = await work('runner', died.signal);
      expect(runs).toHaveLength(1);
      await expect.poll(() => findTurn(waits)).toBeDefined();
      died.abort();
      await Promise.all(runs);
      await freeJobsOf(context.db, 'runner');
    }
    context.clock.advance(apart);
    await Promise.all(await work());
    expect(sentAt).toHaveLength(2);
    for (const each of [first, waits]) {
      expect(await setup.findExecution(each)).toMatchObject({ status: 'completed' });
    }
  });

  it('comes late for everybody once the target asks for a rest', async () => {
    const { context, answers } = setup;
    const { handler } = answers;
    answers.handler = (_request, response) => response.writeHead(429, { 'Retry-After': '30' }).end();
    await setup.accept(await seed());
    await Promise.all(await work());
    answers.handler = handler;
    const other = await setup.accept(await seed());
    context.clock.advance(5_000);
    await Promise.all(await work());
    context.clock.advance(24_999);
    expect(await work()).toEqual([]);
    context.clock.advance(1);
    await Promise.all(await work());
    expect(sentAt.at(-1)).toBe(context.now());
    expect(await readWaited(other)).toEqual(['waited 25 s for its turn (60 a minute, Shop API)']);
  });

  it('that would come after the execution’s end is none: the call failed, and a rule for that decides', async () => {
    id = await connect({ requests: 1, per: 'hour' }, 'Slow API');
    const rules = {
      id: 'rules',
      order: 1.5,
      nextApiCallId: 'a',
      responseHandling: {
        defaultAction: 'stop_notify',
        statusCodeActions: [{ statusCodes: ['2xx', 'network'], action: 'continue' }],
      },
    };
    const integrationId = await seed([rules]);
    const ids = [await setup.accept(integrationId), await setup.accept(integrationId)];
    await Promise.all(await work());
    expect(setup.target.received).toHaveLength(1);
    const [attempt] = await listAttempts(setup.context.db, [ids[1] ?? '']);
    expect(attempt?.error_message).toBe(
      'Nothing was sent. The call would have to wait 60 min for its turn (1 an hour, Slow API), and that is too long.',
    );
    for (const each of ids) expect(await setup.findExecution(each)).toMatchObject({ status: 'completed' });
  });

  it('of a cancelled execution is not taken', async () => {
    const { context, actor } = setup;
    const integrationId = await seed();
    for (let each = 0; each < 4; each += 1) await setup.accept(integrationId);
    const runs = await work();
    await expect.poll(countLeased).toBe(1);
    const { db } = context;
    const listTurns = () =>
      db.all(db.build.selectFrom('pace_turns').select('execution_id as id').orderBy('at', 'desc'));
    await expect.poll(listTurns).toHaveLength(3);
    const [{ id: executionId = '' } = {}] = await listTurns();
    const cancelled = await cancelExecution(context, actor, { integrationId, executionId });
    expect(cancelled.kind).toBe('cancelled');
    for (const arrivals of [2, 3]) {
      context.clock.advance(apart);
      runs.push(...(await work()));
      await setup.target.arrived(arrivals);
    }
    await Promise.all(runs);
    context.clock.advance(60_000);
    await Promise.all(await work());
    expect(setup.target.received).toHaveLength(3);
    expect(await setup.findExecution(executionId)).toMatchObject({ status: 'cancelled' });
  });

  it('is what a test of the connection needs, too, and does not wait long for', async () => {
    const { context, actor } = setup;
    id = await connect({ requests: 10, per: 'minute' }, 'Slow API');
    const test = async () => {
      const outcome = await testConnection(context, actor, id, '/me');
      return outcome.kind === 'tested' ? outcome.test : outcome;
    };
    expect(await test()).toMatchObject({ success: true });
    expect(await test()).toMatchObject({
      success: false,
      error:
        'Nothing was sent. The call would have to wait 6 s for its turn (10 a minute, Slow API), and that is too long.',
    });
    context.clock.advance(6_010);
    expect(await test()).toMatchObject({ success: true });
  });
});

describe('the pace of a connection', () => {
  it('is kept with it, changed, and taken away', async () => {
    const { context, actor } = setup;
    const read = async () => {
      const outcome = await readConnectionById(context, actor.organizationId, id);
      return outcome.kind === 'connection' ? outcome.connection.pace : outcome;
    };
    expect(await read()).toEqual(perMinute);
    await changeConnection(context, actor, id, { name: 'Shop' });
    expect(await read()).toEqual(perMinute);
    await changeConnection(context, actor, id, { pace: { requests: 5, per: 'second', burst: 2 } });
    expect(await read()).toEqual({ requests: 5, per: 'second', burst: 2 });
    await changeConnection(context, actor, id, { pace: null });
    expect(await read()).toBeNull();
    expect(await changeConnection(context, actor, id, { pace: { requests: 0 } })).toMatchObject({
      kind: 'invalid',
      fields: { 'pace.requests': ['The number of calls must be a whole number, 1 or more'] },
    });
  });

  it('that becomes quicker is quicker for those who come then', async () => {
    const { context, actor } = setup;
    id = await connect({ requests: 1, per: 'minute' }, 'Slow API');
    const integrationId = await seed();
    for (let each = 0; each < 3; each += 1) await setup.accept(integrationId);
    await Promise.all(await work());
    await changeConnection(context, actor, id, { pace: { requests: 10, per: 'second' } });
    context.clock.advance(60_100);
    await setup.accept(integrationId);
    const runs = await work();
    await setup.target.arrived(2);
    context.clock.advance(110);
    await Promise.all(runs);
    expect(sentAt.map((at) => at - (sentAt[0] ?? 0))).toEqual([0, 60_100, 60_210]);
  });
});
