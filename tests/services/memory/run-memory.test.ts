// What runs leave for the runs to come: from the delivery to the next one's request, with processes that die in between.
import { beforeEach, describe, expect, test } from 'vitest';
import { freeJobsOf } from '~/db/executions/queue/jobs';
import { listSteps } from '~/db/executions/steps';
import { backtest } from '~/services/test-runs/backtest';
import { recordTest, runTests } from '~/services/test-runs/recorded-tests';
import { clearMemory, findMemory, forgetSeen, setRemembered } from '~/services/memory/memory';
import { runManually } from '~/services/runs/control';
import { replayExecution } from '~/services/runs/replay-execution';
import { runExecution } from '~/services/runs/run-execution';
import { answerJson } from '../../support/target';
import { createRunSetup, never, type RunSetup } from '../runs/run-setup';

let setup: RunSetup;

beforeEach(async () => {
  setup = await createRunSetup();
});

async function valuesOf(id: string): Promise<Record<string, unknown>> {
  const outcome = await findMemory(setup.context, setup.actor, id);
  if (outcome.kind !== 'memory') throw new Error(outcome.kind);
  return Object.fromEntries(outcome.memory.values.map(({ name, value }) => [name, value]));
}

async function seenOf(id: string): Promise<number> {
  const outcome = await findMemory(setup.context, setup.actor, id);
  return outcome.kind === 'memory' ? (outcome.memory.seen[0]?.entries ?? 0) : -1;
}

async function set(id: string, name: string, value: unknown): Promise<void> {
  const outcome = await setRemembered(setup.context, setup.actor, id, { name, json: JSON.stringify(value) });
  if (outcome.kind !== 'value') throw new Error(JSON.stringify(outcome));
}

const urls = () => setup.target.received.map(({ url }) => url);
const orders = () => urls().filter((url) => url.startsWith('/order'));

/** Asks since the last one, and remembers the newest when the second call has succeeded. */
function pollOf() {
  const read = {
    id: 'read',
    method: 'GET',
    url: `${setup.target.url}/read?since={{memory.last | default: 0}}`,
    responseMapping: { saveAs: 'found', extractFields: [] },
  };
  const write = {
    id: 'write',
    method: 'GET',
    url: `${setup.target.url}/write/{{found.last}}`,
    remember: [{ name: 'last', value: 'found.last' }],
  };
  return { apiCalls: [read, write] };
}

async function runNext(id: string): Promise<string> {
  const executionId = await setup.accept(id);
  await runExecution(setup.context, await setup.claim(), never);
  return executionId;
}

describe('a value that a call leaves', () => {
  test('is there for the next run, with its digits', async () => {
    const id = await setup.seed(pollOf());
    setup.answers.handler = (_request, response) => response.end('{"last": 9007199254740993}');
    await runNext(id);
    await runNext(id);
    expect(urls()).toEqual([
      '/read?since=0',
      '/write/9007199254740993',
      '/read?since=9007199254740993',
      '/write/9007199254740993',
    ]);
  });

  test('is not there when its call failed, so that the next run asks for the same', async () => {
    const id = await setup.seed(pollOf());
    setup.answers.handler = (request, response) => {
      response.writeHead(request.url.startsWith('/write') ? 500 : 200).end('{"last": 5}');
    };
    await runNext(id);
    expect(await valuesOf(id)).toEqual({});
    await runNext(id);
    expect(urls().filter((url) => url.startsWith('/read'))).toEqual(['/read?since=0', '/read?since=0']);
  });

  test('is stored with its step, and a run that is taken up again goes by what it began with', async () => {
    const id = await setup.seed(pollOf());
    setup.answers.handler = answerJson({ last: 7 });
    await set(id, 'last', 1);
    const hold = setup.holdAnswers('/write');
    const executionId = await setup.accept(id);
    const dead = runExecution(setup.context, await setup.claim(), never);
    await setup.target.arrived(2);
    await freeJobsOf(setup.context.db, 'runner');
    hold.release();
    await dead;
    // It had lost its lease: neither the end of the call nor what it leaves is stored.
    expect(await valuesOf(id)).toEqual({ last: 1 });
    expect((await listSteps(setup.context.db, [executionId])).at(-1)).toMatchObject({ status: 'running' });
    await set(id, 'last', 3);
    await runExecution(setup.context, await setup.claim('next'), never);
    expect(await valuesOf(id)).toEqual({ last: 7 });
    expect(urls()).toEqual(['/read?since=1', '/write/7', '/write/7']);
  });

  test('is not left a second time by a run that goes on behind its call', async () => {
    const third = { id: 'third', method: 'GET', url: `${setup.target.url}/third/{{memory.last}}` };
    const id = await setup.seed({ apiCalls: [...pollOf().apiCalls, third] });
    setup.answers.handler = answerJson({ last: 7 });
    const hold = setup.holdAnswers('/third');
    await setup.accept(id);
    const dead = runExecution(setup.context, await setup.claim(), never);
    await setup.target.arrived(3);
    expect(await valuesOf(id)).toEqual({ last: 7 });
    await set(id, 'last', 99);
    await freeJobsOf(setup.context.db, 'runner');
    hold.release();
    await dead;
    await runExecution(setup.context, await setup.claim('next'), never);
    expect(urls().slice(2)).toEqual(['/third/7', '/third/7']);
    expect(await valuesOf(id)).toEqual({ last: 99 });
  });

  test('is read by a test, and left by none', async () => {
    const id = await setup.seed(pollOf());
    setup.answers.handler = answerJson({ last: 7 });
    await set(id, 'last', 4);
    const queued = await runManually(setup.context, setup.actor, {
      integrationId: id,
      triggerData: { n: 1 },
      isTest: true,
    });
    if (queued.kind !== 'queued') throw new Error(queued.kind);
    await runExecution(setup.context, await setup.claim(), never);
    expect(urls()).toEqual(['/read?since=4', '/write/7']);
    expect(await valuesOf(id)).toEqual({ last: 4 });
  });

  test('is stored sealed, and not shown where it holds a secret of the run', async () => {
    const call = {
      id: 'a',
      url: setup.target.url,
      headers: { Authorization: 'Bearer sesame-open-77' },
      responseMapping: { saveAs: 'a' },
      remember: [
        { name: 'echo', value: 'a.you' },
        { name: 'plain', value: 'a.plain' },
      ],
    };
    const id = await setup.seed({ apiCalls: [call] });
    setup.answers.handler = answerJson({ you: 'sesame-open-77', plain: 'visible-text' });
    await runNext(id);
    const { db } = setup.context;
    const rows = await db.all(db.build.selectFrom('remembered_values').selectAll());
    expect(JSON.stringify(rows)).not.toMatch(/sesame|visible/);
    const outcome = await findMemory(setup.context, setup.actor, id);
    expect(outcome).toMatchObject({
      memory: {
        values: [
          { name: 'echo', value: null, isSecret: true },
          { name: 'plain', value: 'visible-text', isSecret: false },
        ],
      },
    });
  });

  test('a replay from the call that failed goes on with what the run had read', async () => {
    const id = await setup.seed(pollOf());
    let status = 500;
    setup.answers.handler = (request, response) => {
      response.writeHead(request.url.startsWith('/write') ? status : 200).end('{"last": 7}');
    };
    await set(id, 'last', 2);
    const executionId = await runNext(id);
    status = 200;
    await set(id, 'last', 50);
    const replayed = await replayExecution(setup.context, setup.actor, {
      integrationId: id,
      executionId,
      from: 'failed',
    });
    expect(replayed.kind).toBe('queued');
    await runExecution(setup.context, await setup.claim(), never);
    expect(urls()).toEqual(['/read?since=2', '/write/7', '/write/7']);
    expect(await valuesOf(id)).toEqual({ last: 7 });
  });

  test('recorded tests and backtests read what the execution had read', async () => {
    const id = await setup.seed(pollOf());
    setup.answers.handler = answerJson({ last: 7 });
    await set(id, 'last', 2);
    const executionId = await runNext(id);
    const made = await recordTest(setup.context, setup.actor, id, { executionId, name: 'Poll' });
    expect(made.kind).toBe('test');
    await set(id, 'last', 1_000);
    expect(await runTests(setup.context, setup.actor, id, {})).toMatchObject({ kind: 'run', passed: true });
    expect(await backtest(setup.context, setup.actor, id, { last: 5 })).toMatchObject({
      backtest: { tried: 1, same: 1, different: 0 },
    });
    expect(await valuesOf(id)).toEqual({ last: 1_000 });
  });
});

function listOf(more: object = {}) {
  const read = {
    id: 'read',
    method: 'GET',
    url: `${setup.target.url}/list`,
    responseMapping: { saveAs: 'orders', extractFields: [] },
  };
  const each = { id: 'each', method: 'GET', url: `${setup.target.url}/order/{{order.id}}` };
  const loop = {
    id: 'loop',
    order: 1.5,
    throughCallId: 'each',
    items: 'orders',
    itemName: 'order',
    onlyNew: { key: 'order.id' },
  };
  return {
    apiCalls: [
      { ...read, order: 1 },
      { ...each, order: 2 },
    ],
    loopSteps: [{ ...loop, ...more }],
  };
}

describe('the entries that a for each is done with', () => {
  let listed: { id: number }[] = [];
  let failing: number | undefined;

  beforeEach(() => {
    listed = [{ id: 1 }, { id: 2 }];
    failing = undefined;
    setup.answers.handler = (request, response) => {
      const isFailed = failing !== undefined && request.url === `/order/${failing}`;
      response
        .writeHead(isFailed ? 500 : 200, { 'content-type': 'application/json' })
        .end(request.url === '/list' ? JSON.stringify(listed) : '{}');
    };
  });

  test('are left out by the next run; one that failed is run again', async () => {
    const id = await setup.seed(listOf({ onError: 'continue' }));
    failing = 2;
    await runNext(id);
    expect(await seenOf(id)).toBe(1);
    failing = undefined;
    listed = [{ id: 3 }, ...listed];
    await runNext(id);
    await runNext(id);
    expect(orders()).toEqual(['/order/1', '/order/2', '/order/3', '/order/2']);
    expect(await seenOf(id)).toBe(3);
  });

  test('are stored with the end of their item, so that a run that dies begins none of them anew', async () => {
    const id = await setup.seed(listOf());
    const hold = setup.holdAnswers('/order/2');
    await setup.accept(id);
    const dead = runExecution(setup.context, await setup.claim(), never);
    await setup.target.arrived(3);
    expect(await seenOf(id)).toBe(1);
    await freeJobsOf(setup.context.db, 'runner');
    hold.release();
    await dead;
    expect(await seenOf(id)).toBe(1);
    await runExecution(setup.context, await setup.claim('next'), never);
    expect(orders()).toEqual(['/order/1', '/order/2', '/order/2']);
    expect(await seenOf(id)).toBe(2);
  });

  test('are followed by the next run when this one has a limit, as the note of a resumed run says, too', async () => {
    const { apiCalls, loopSteps } = listOf({ maxItems: 1, onTooMany: 'first' });
    const after = { id: 'after', method: 'GET', url: `${setup.target.url}/after`, order: 3 };
    const id = await setup.seed({ apiCalls: [...apiCalls, after], loopSteps });
    const hold = setup.holdAnswers('/after');
    const executionId = await setup.accept(id);
    const dead = runExecution(setup.context, await setup.claim(), never);
    await setup.target.arrived(3);
    await freeJobsOf(setup.context.db, 'runner');
    hold.release();
    await dead;
    await runExecution(setup.context, await setup.claim('next'), never);
    const { db } = setup.context;
    const query = db.build.selectFrom('executions').select('note').where('id', '=', executionId);
    expect((await db.first(query))?.note).toBe(
      'For each order: The first 1 of 2 items were run; the next run goes on with the other 1.',
    );
  });

  test('are left out by a test, which is done with none; and are run again when they are forgotten', async () => {
    const id = await setup.seed(listOf());
    const run = async () => {
      await runManually(setup.context, setup.actor, {
        integrationId: id,
        triggerData: { n: 1 },
        isTest: true,
      });
      await runExecution(setup.context, await setup.claim(), never);
    };
    await run();
    expect(await seenOf(id)).toBe(0);
    await runNext(id);
    await run();
    expect(orders()).toHaveLength(4);
    const one = { loopId: 'loop', key: '2' };
    expect((await forgetSeen(setup.context, setup.actor, id, one)).kind).toBe('forgotten');
    expect((await forgetSeen(setup.context, setup.actor, id, one)).kind).toBe('not-found');
    await run();
    expect(orders().slice(4)).toEqual(['/order/2']);
    await clearMemory(setup.context, setup.actor, id);
    await run();
    expect(orders()).toHaveLength(7);
  });

  test('are played back as they were', async () => {
    const id = await setup.seed(listOf());
    await runNext(id);
    listed = [{ id: 3 }, ...listed];
    const executionId = await runNext(id);
    await recordTest(setup.context, setup.actor, id, { executionId, name: 'Second' });
    expect(await runTests(setup.context, setup.actor, id, {})).toMatchObject({ passed: true });
    expect(await backtest(setup.context, setup.actor, id, { last: 5 })).toMatchObject({
      backtest: { tried: 2, same: 2 },
    });
  });
});
