import { beforeEach, describe, expect, test } from 'vitest';
import { claimJobs } from '~/db/executions/queue/claim';
import { freeJobsOf } from '~/db/executions/queue/jobs';
import { listAttempts } from '~/db/executions/steps';
import { findInterval } from '~/engine/connections/pace';
import type { LoggedRequest } from '~/engine/logged';
import { createConnection } from '~/services/connections/connections';
import { runExecution } from '~/services/runs/run-execution';
import { makeHandling } from '../../engine/run/run-steps';
import { createRunSetup, never, type RunSetup } from './run-setup';

const pace = { requests: 60, per: 'minute', burst: 1 } as const;
/** The first whole millisecond at which the next turn has come. */
const apart = Math.ceil(findInterval(pace));

let setup: RunSetup;
/** What the clock said when each request reached the target. */
let sentAt: number[];

beforeEach(async () => {
  setup = await createRunSetup();
  sentAt = [];
  const { handler } = setup.answers;
  setup.answers.handler = (request, response) => {
    sentAt.push(setup.context.now());
    return handler(request, response);
  };
});

/** For each of so many numbers a call whose connection has a pace. */
async function accept(count: number, loop: object, responseHandlingSteps: object[] = []): Promise<string> {
  const { context, actor, target } = setup;
  const about = {
    name: 'Shop API',
    baseUrl: target.url,
    kind: 'bearer',
    config: { token: 'sesame-open-77' },
  };
  const made = await createConnection(context, actor, { ...about, pace });
  if (made.kind !== 'connection') throw new Error(JSON.stringify(made));
  const authConfig = { type: 'connection', connectionId: made.connection.id };
  const each = { id: 'l1', order: 0.5, throughCallId: 'a', items: 'trigger', itemName: 'entry' };
  const integrationId = await setup.seed({
    apiCalls: [{ id: 'a', name: 'Orders', method: 'GET', url: '/{{entry}}', authConfig }],
    responseHandlingSteps,
    loopSteps: [{ ...each, ...loop }],
  });
  return setup.accept(integrationId, JSON.stringify(Array.from({ length: count }, (_, at) => at + 1)));
}

/** Takes up the execution, if it is due. */
async function work(stopping = never, lost = never): Promise<Promise<void>[]> {
  const { context } = setup;
  const claim = { owner: 'runner', limit: 1, now: context.now(), leaseMs: 3_600_000 };
  const { jobs } = await claimJobs(context.db, claim);
  return jobs.map((job) => runExecution(context, job, stopping, lost));
}

const listUrls = () => setup.target.received.map(({ url }) => url);
const listSince = () => sentAt.map((at) => at - (sentAt[0] ?? 0));

function listTurns() {
  const { db } = setup.context;
  return db.all(db.build.selectFrom('pace_turns').select('step'));
}

async function listStatusCodes(executionId: string) {
  return (await listAttempts(setup.context.db, [executionId])).map((attempt) => attempt.status_code);
}

/** Until when nothing is sent over the connection. */
async function readDeferral() {
  const { db } = setup.context;
  return (await db.first(db.build.selectFrom('pace_slots').select('sent_until as at')))?.at;
}

/** Moves the clock from turn to turn until so many requests have arrived, and answers what goes on then. */
async function takeTurns(count: number): Promise<Promise<void>[]> {
  const runs: Promise<void>[] = [];
  for (let sent = sentAt.length; sent < count; sent += 1) {
    if (sent > 0) setup.context.clock.advance(apart);
    await expect.poll(async () => (runs.push(...(await work())), sentAt.length)).toBe(sent + 1);
  }
  return runs;
}

describe('items at once of a connection with a pace', () => {
  test('take their turns one after another, and all of them have theirs', async () => {
    const id = await accept(9, { atOnce: 4 });
    await Promise.all(await takeTurns(9));
    expect(await setup.findExecution(id)).toMatchObject({ status: 'completed' });
    // Items that run at once may ask for their turns in any order.
    expect(listUrls().toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `/${n}`));
    expect(listSince()).toEqual(sentAt.map((_at, index) => index * apart));
    const keys = setup.target.received.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual(listUrls().map((url) => `${id}.a.i${url.slice(1)}.1`));
    const attempts = await listAttempts(setup.context.db, [id]);
    const waited = attempts.map(({ request }) => (JSON.parse(request) as LoggedRequest).waited);
    expect(waited.filter((text) => text === undefined)).toHaveLength(1);
    for (const time of ['1 s', '2 s', '3 s']) {
      expect(waited).toContain(`waited ${time} for its turn (60 a minute, Shop API)`);
    }
    expect(await listTurns()).toEqual([]);
  });

  test('all rest when the target asks one of them to', async () => {
    const { handler } = setup.answers;
    const retryConfig = { maxRetries: 1, retryDelay: 1_000 };
    const rules = [{ statusCodes: [429], action: 'retry', retryConfig }];
    const id = await accept(3, { atOnce: 3 }, [makeHandling('a', rules)]);
    setup.answers.handler = (_request, response) => {
      sentAt.push(setup.context.now());
      setup.answers.handler = handler;
      response.writeHead(429, { 'Retry-After': '30' }).end();
    };
    const runs = await takeTurns(1);
    // What the target asks for counts from when it was asked. It is noted, and the next try is waited for, once the response is
    // stored: only then may time pass.
    await expect.poll(() => listStatusCodes(id)).toContain(429);
    expect(await readDeferral()).toBe(setup.context.now() + 30_000);
    setup.context.clock.advance(30_000 - apart);
    await Promise.all([...runs, ...(await takeTurns(4))]);
    expect(listSince()).toEqual([0, 30_000, 30_000 + apart, 30_000 + 2 * apart]);
    expect(listUrls().toSorted()).toEqual(['/1', '/1', '/2', '/3']);
    expect(await setup.findExecution(id)).toMatchObject({ status: 'completed' });
  });

  test('give up waiting when the server stops, and the next one sends them in their turns', async () => {
    const id = await accept(4, { atOnce: 3 });
    const stopping = new AbortController();
    const runs = await work(stopping.signal);
    await expect.poll(listTurns).toHaveLength(3);
    stopping.abort();
    await Promise.all(runs);
    expect(listUrls()).toEqual(['/1']);
    expect(await setup.countJobs()).toBe(1);
    await Promise.all(await takeTurns(4));
    expect(listUrls()).toEqual(['/1', '/2', '/3', '/4']);
    expect(listSince()).toEqual([0, apart, 2 * apart, 3 * apart]);
    expect(await setup.findExecution(id)).toMatchObject({ status: 'completed' });
  });

  test('give up waiting when the lease is lost, and the next runner sends them in their turns', async () => {
    const id = await accept(4, { atOnce: 3 });
    const lost = new AbortController();
    const runs = await work(never, lost.signal);
    await expect.poll(listTurns).toHaveLength(3);
    lost.abort();
    await Promise.all(runs);
    await freeJobsOf(setup.context.db, 'runner');
    await Promise.all(await takeTurns(4));
    expect(listUrls()).toEqual(['/1', '/2', '/3', '/4']);
    expect(listSince()).toEqual([0, apart, 2 * apart, 3 * apart]);
    expect(await setup.findExecution(id)).toMatchObject({ status: 'completed' });
  });
});
