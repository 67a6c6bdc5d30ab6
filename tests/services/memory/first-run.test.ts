// The first run of a for each that begins from now on remembers what is there, and runs none of it.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { freeJobsOf } from '~/db/executions/queue/jobs';
import { toMemoryQuery } from '~/db/memory/run-memory';
import { findExecutionLog } from '~/services/executions/execution-log';
import { clearMemory, findMemory, forgetSeen } from '~/services/memory/memory';
import { createMemoryPort } from '~/services/memory/run-memory';
import { runManually } from '~/services/runs/control';
import { replayExecution } from '~/services/runs/replay-execution';
import { runExecution } from '~/services/runs/run-execution';
import { backtest } from '~/services/test-runs/backtest';
import { createRunSetup, never, type RunSetup } from '../runs/run-setup';

let setup: RunSetup;
let listed: number[];
let broken: string | undefined;

beforeEach(async () => {
  setup = await createRunSetup();
  listed = [1, 2];
  broken = undefined;
  setup.answers.handler = ({ url }, response) => {
    const answer = url === '/list' ? listed.map((id) => ({ id })) : {};
    const headers = { 'content-type': 'application/json' };
    response.writeHead(url === broken ? 500 : 200, headers).end(JSON.stringify(answer));
  };
});

/** Reads a list, gets each of its orders, and says that it is done. */
function seedPoll(firstRun: 'remember' | 'run' = 'remember'): Promise<string> {
  const get = (id: string, order: number, path: string) => ({
    id,
    order,
    method: 'GET',
    url: setup.target.url + path,
  });
  const read = { ...get('read', 1, '/list'), responseMapping: { saveAs: 'orders', extractFields: [] } };
  const loop = { id: 'loop', order: 1.5, throughCallId: 'each', items: 'orders', itemName: 'order' };
  return setup.seed({
    apiCalls: [read, get('each', 2, '/order/{{order.id}}'), get('done', 3, '/done')],
    loopSteps: [{ ...loop, onlyNew: { key: 'order.id', firstRun } }],
  });
}

async function runNext(id: string): Promise<string> {
  const executionId = await setup.accept(id);
  await runExecution(setup.context, await setup.claim(), never);
  return executionId;
}

async function runTest(integrationId: string): Promise<void> {
  const triggerData = { n: 1 };
  await runManually(setup.context, setup.actor, { integrationId, triggerData, isTest: true });
  await runExecution(setup.context, await setup.claim(), never);
}

const orders = () =>
  setup.target.received.flatMap(({ url }) => (url.startsWith('/order/') ? url.slice(7) : []));

async function seenOf(id: string): Promise<unknown> {
  const outcome = await findMemory(setup.context, setup.actor, id);
  return outcome.kind === 'memory' ? outcome.memory.seen.map(({ entries }) => entries) : outcome;
}

const logOf = (integrationId: string, executionId: string) =>
  findExecutionLog(setup.context.db, { ...setup.actor, integrationId }, executionId);

const portOf = (integrationId: string) => createMemoryPort(setup.context, { integrationId, isTest: false });

test('what is there on the first run is never run; what comes later is run once', async () => {
  const id = await seedPoll();
  const executionId = await runNext(id);
  expect(await seenOf(id)).toEqual([2]);
  listed = [3, 1, 2];
  await runNext(id);
  await runNext(id);
  expect(orders()).toEqual(['3']);
  expect(await seenOf(id)).toEqual([3]);
  const log = await logOf(id, executionId);
  expect(log).toMatchObject({
    status: 'completed',
    note: 'For each order: 2 items remembered, none run: this is the first run.',
    loops: [{ count: 0, of: 0, remembered: 2 }],
  });
});

test('a first run that finds an empty list is a first run, too', async () => {
  const id = await seedPoll();
  listed = [];
  await runNext(id);
  expect(await seenOf(id)).toEqual([0]);
  listed = [1];
  await runNext(id);
  expect(orders()).toEqual(['1']);
});

test('a run that cannot read the list remembers nothing, so that the next one is the first', async () => {
  const id = await seedPoll();
  broken = '/list';
  await runNext(id);
  expect(await seenOf(id)).toEqual([]);
  broken = undefined;
  await runNext(id);
  expect([await seenOf(id), orders()]).toEqual([[2], []]);
});

test('a run that dies before its step is stored remembers nothing', async () => {
  const [id, other] = [await seedPoll(), await seedPoll('run')];
  for (const each of [id, other]) await portOf(each).rememberKeys('loop', ['1', '2', '7']);
  expect(await seenOf(id)).toEqual([]);
  listed = [2, 3];
  await runNext(id);
  expect(orders()).toEqual([]);
  await runNext(other);
  expect(orders()).toEqual(['2', '3']);
});

test('a first run that dies after its step goes on, and runs nothing', async () => {
  const id = await seedPoll();
  const hold = setup.holdAnswers('/done');
  const executionId = await setup.accept(id);
  const dead = runExecution(setup.context, await setup.claim(), never);
  await setup.target.arrived(2);
  expect(await seenOf(id)).toEqual([2]);
  await freeJobsOf(setup.context.db, 'runner');
  hold.release();
  await dead;
  await runExecution(setup.context, await setup.claim('next'), never);
  expect(orders()).toEqual([]);
  const log = await logOf(id, executionId);
  expect(log).toMatchObject({ note: expect.stringContaining('this is the first run') as string });
});

test('replays and backtests of a first run send nothing else', async () => {
  const id = await seedPoll();
  broken = '/done';
  const executionId = await runNext(id);
  broken = undefined;
  const replay = { integrationId: id, executionId, from: 'failed' } as const;
  expect((await replayExecution(setup.context, setup.actor, replay)).kind).toBe('queued');
  await runExecution(setup.context, await setup.claim(), never);
  expect(orders()).toEqual([]);
  expect(await backtest(setup.context, setup.actor, id, { last: 1 })).toMatchObject({
    backtest: { tried: 1, same: 1 },
  });
});

test('a test runs what is there, and leaves the first run to come', async () => {
  const id = await seedPoll();
  await runTest(id);
  expect([await seenOf(id), orders()]).toEqual([[], ['1', '2']]);
  await runNext(id);
  expect([await seenOf(id), orders()]).toEqual([[2], ['1', '2']]);
  await runTest(id);
  expect(orders()).toEqual(['1', '2']);
});

test('after all entries are forgotten the next run is a first run; after one is, that one is run', async () => {
  const id = await seedPoll();
  await runNext(id);
  for (const key of ['1', '2']) await forgetSeen(setup.context, setup.actor, id, { loopId: 'loop', key });
  listed = [1];
  await runNext(id);
  expect(orders()).toEqual(['1']);
  const forgets = [
    () => forgetSeen(setup.context, setup.actor, id, { loopId: 'loop' }),
    () => clearMemory(setup.context, setup.actor, id),
  ];
  for (const [index, forget] of forgets.entries()) {
    expect((await forget()).kind).toBe('forgotten');
    listed = [1, 2, 10 + index];
    await runNext(id);
    expect([await seenOf(id), orders()]).toEqual([[3], ['1']]);
  }
});

test('an integration that has completed items has had its first run', async () => {
  const id = await seedPoll();
  const digest = 'of an item';
  const entry = { integrationId: id, loopId: 'loop', digest, now: setup.context.now() };
  await setup.context.db.run(toMemoryQuery({ kind: 'seen', entry }));
  await runNext(id);
  expect(orders()).toEqual(['1', '2']);
});

test('a long list is remembered in batches, and the first run outlasts the oldest entries', async () => {
  const id = await seedPoll();
  const keys = Array.from({ length: 1_700 }, (_, at) => `key ${at}`);
  const counting = setup.context.db.sqlite.prepare('select count(*) from seen_entries').pluck();
  const counts = new Set<unknown>();
  const state = { isOver: false };
  const done = portOf(id)
    .rememberKeys('loop', keys)
    .finally(() => (state.isOver = true));
  while (!state.isOver) {
    counts.add(counting.get());
    await nextTurn();
  }
  await done;
  expect(counts.size).toBeGreaterThan(3);
  await runNext(id);
  expect(await seenOf(id)).toEqual([1_702]);
  const entries = { integrationId: id, loopId: 'loop', most: 1 };
  await setup.context.db.run(toMemoryQuery({ kind: 'forget-oldest', entries }));
  expect([await seenOf(id), await portOf(id).isFirstRun('loop')]).toEqual([[1], false]);
});
