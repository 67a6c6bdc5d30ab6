import { beforeEach, describe, expect, test } from 'vitest';
import { listPreviewRows } from '~/db/executions/logs/execution-previews';
import { listItemEnds } from '~/db/executions/past-steps';
import { listFailures } from '~/db/executions/failures';
import { listAttempts, listSteps } from '~/db/executions/steps';
import { freeJobsOf, releaseJobsOf } from '~/db/executions/queue/jobs';
import { firstItemStep } from '~/engine/events/step-number';
import { findExecutionLog } from '~/services/executions/execution-log';
import { cancelExecution } from '~/services/runs/control';
import { replayExecution } from '~/services/runs/replay-execution';
import type { ReplayFrom } from '~/services/runs/replays/replay-point';
import { runExecution } from '~/services/runs/run-execution';
import { updateIntegration } from '~/services/integrations/integrations';
import { makeHandling } from '../../engine/run/run-steps';
import { record } from '../../support/explain';
import { listMail } from '../../support/mail';
import { answerJson } from '../../support/target';
import { createRunSetup, never, type RunSetup } from './run-setup';

let setup: RunSetup;
let integrationId: string;
/** Paths that are answered 500. */
let failing: Set<string>;

beforeEach(async () => {
  setup = await createRunSetup();
  failing = new Set();
});

async function run(stopping = never, lost?: AbortSignal) {
  return runExecution(setup.context, await setup.claim(), stopping, lost);
}

/** Replays from the call that failed, and returns the queries of the transaction. */
async function recordReplay(executionId: string) {
  const { db } = setup.context;
  const asked: string[] = [];
  setup.context.db = {
    ...db,
    transaction: (work) =>
      db.transaction((tx) => {
        asked.length = 0;
        return work(record(tx, asked));
      }),
  };
  const replayed = await replay(executionId, 'failed');
  setup.context.db = db;
  if (replayed.kind !== 'queued') throw new Error(replayed.kind);
  return { replayed, asked };
}

const mapping = (saveAs: string) => ({
  responseMapping: { extractFields: [{ jsonPath: '.data', saveAs }] },
});

/** A list of numbers is read, and two calls are sent for each; the last call is told what was collected. */
async function seed(list: unknown, loop: object = {}, handlings: object[] = []) {
  setup.answers.handler = async (request, response) => {
    const data = request.url === '/list' ? list : `t${request.url}`;
    await answerJson({ data }, failing.has(request.url) ? 500 : 200)(request, response);
  };
  const { url } = setup.target;
  integrationId = await setup.seed({
    apiCalls: [
      { id: 'read', name: 'Read', method: 'GET', url: `${url}/list`, ...mapping('list') },
      { id: 'one', name: 'One', method: 'GET', url: `${url}/one/{{entry}}`, ...mapping('token') },
      { id: 'two', name: 'Two', method: 'GET', url: `${url}/two/{{entry}}` },
      { id: 'end', name: 'End', method: 'POST', url: `${url}/end`, body: '{{tokens}}' },
    ],
    responseHandlingSteps: handlings,
    loopSteps: [
      {
        order: 1.5,
        throughCallId: 'two',
        items: 'list',
        itemName: 'entry',
        collect: [{ from: 'token', saveAs: 'tokens' }],
        ...loop,
      },
    ],
  });
  return setup.accept(integrationId);
}

const listUrls = () => setup.target.received.map(({ url }) => url);
const listKeys = () => setup.target.received.map(({ headers }) => String(headers['idempotency-key']));

async function readLog(executionId: string, page?: { item: number; failedOnly: boolean }) {
  const { db } = setup.context;
  const [loop = ''] = (await listSteps(db, [executionId])).flatMap(({ kind, call_id }) =>
    kind === 'loop' ? [call_id] : [],
  );
  const items = page && { loop, ...page };
  const log = await findExecutionLog(db, { integrationId, ...setup.actor }, executionId, { items });
  if (!log) throw new Error('There is no such execution');
  return log;
}

async function replay(executionId: string, from: ReplayFrom) {
  return replayExecution(setup.context, setup.actor, { integrationId, executionId, from });
}

describe('a for each', () => {
  test('sends its calls for each item, and is recorded in the log', async () => {
    const id = await seed([1, 2]);
    await run();
    expect(listUrls()).toEqual(['/list', '/one/1', '/two/1', '/one/2', '/two/2', '/end']);
    expect(listKeys().slice(1)).toEqual([
      `${id}.one.i1.1`,
      `${id}.two.i1.1`,
      `${id}.one.i2.1`,
      `${id}.two.i2.1`,
      `${id}.end.1`,
    ]);
    expect(setup.target.received.at(-1)?.body).toBe('["t/one/1","t/one/2"]');
    const log = await readLog(id);
    expect(log).toMatchObject({ status: 'completed', note: null });
    expect(log.apiCallLogs.map(({ apiCallName, loop }) => [apiCallName, loop?.index, loop?.of])).toEqual([
      ['Read', undefined, undefined],
      ['One', 1, 2],
      ['Two', 1, 2],
      ['One', 2, 2],
      ['Two', 2, 2],
      ['End', undefined, undefined],
    ]);
    expect(log.loops).toMatchObject([
      { itemName: 'entry', status: 'success', count: 2, of: 2, ok: 2, failed: 0, duration: 0 },
    ]);
    expect(log.loops[0]?.items).toEqual([1, 2].map((index) => ({ index, status: 'success', error: null })));
    expect(log.executionData).toEqual({ list: [1, 2], tokens: ['t/one/1', 't/one/2'] });
  });

  test('says how many items failed, mails about it once, and is read by pages', async () => {
    for (const path of ['/one/3', '/two/30']) failing.add(path);
    const stopping = [
      makeHandling('one', [
        { statusCodes: ['5xx'], action: 'stop_notify', notificationEmail: 'ops@example.com' },
      ]),
    ];
    const list = Array.from({ length: 45 }, (_, index) => index + 1);
    const id = await seed(list, { onError: 'continue', atOnce: 4 }, stopping);
    await run();
    const log = await readLog(id);
    expect(log).toMatchObject({
      status: 'completed',
      errorMessage: null,
      note: 'For each entry: 43 of 45; 2 failed.',
    });
    expect(log.loops[0]).toMatchObject({ ok: 43, failed: 2, page: { from: 1, previous: null, next: 21 } });
    const owner = { integrationId, ...setup.actor };
    const [preview] = await listPreviewRows(setup.context.db, owner, { ids: [id], paths: [] });
    expect(JSON.parse(preview?.steps ?? '')).toContainEqual({
      step: 1,
      kind: 'loop',
      status: 'success',
      name: 'entry',
      failedItems: 2,
    });
    expect(log.apiCallLogs.filter(({ loop }) => loop)).toHaveLength(39);
    const last = await readLog(id, { item: 41, failedOnly: false });
    expect(last.loops[0]?.page).toMatchObject({ from: 41, previous: 21, next: null });
    expect(last.loops[0]?.items.map(({ index }) => index)).toEqual([41, 42, 43, 44, 45]);
    const failed = await readLog(id, { item: 1, failedOnly: true });
    expect(failed.loops[0]?.items).toEqual([
      { index: 3, status: 'error', error: expect.stringMatching(/^One: HTTP 500/) },
      { index: 30, status: 'error', error: expect.stringMatching(/^Two: HTTP 500/) },
    ]);
    const mails = await listMail(setup.context.db);
    expect(mails.map(({ subject }) => subject)).toEqual(['Items failed: Seeded']);
  });

  test('goes on wherever it was cut off, and sends nothing again that was answered', async () => {
    const list = Array.from({ length: 8 }, (_, index) => index);
    const id = await seed(list, { atOnce: 3 });
    const { handler } = setup.answers;
    for (let death = 0; death < 5; death += 1) {
      const lost = new AbortController();
      let left = 4;
      setup.answers.handler = async (request, response) => {
        await handler(request, response);
        left -= 1;
        if (left === 0) lost.abort();
      };
      await run(never, lost.signal);
      await freeJobsOf(setup.context.db, 'runner');
      setup.answers.handler = handler;
    }
    await run();
    expect(await setup.findExecution(id)).toEqual({ status: 'completed', error_message: null });
    expect(setup.target.received.at(-1)?.body).toBe(JSON.stringify(list.map((n) => `t/one/${n}`)));
    const keys = new Set(listKeys());
    expect(keys.size).toBe(18);
  });

  test('is held when the server stops: what is in flight is stored, and the rest is sent by the next', async () => {
    const id = await seed([1, 2, 3], { atOnce: 2 });
    const held = setup.holdAnswers('/one/1');
    const stopping = new AbortController();
    const { handler } = setup.answers;
    setup.answers.handler = async (request, response) => {
      await handler(request, response);
      if (request.url !== '/one/2') return;
      stopping.abort();
      held.release();
    };
    await run(stopping.signal);
    expect(listUrls().toSorted()).toEqual(['/list', '/one/1', '/one/2']);
    expect(await setup.countJobs()).toBe(1);
    await run();
    expect(listUrls().slice(3).toSorted()).toEqual(['/end', '/one/3', '/two/1', '/two/2', '/two/3']);
    expect(await setup.findExecution(id)).toMatchObject({ status: 'completed' });
  });

  test('keeps the response of an item when the server stops before the call of another has ended', async () => {
    const id = await seed([1, 2], { atOnce: 2 });
    const { handler } = setup.answers;
    const answer = new Map<string, () => void>();
    setup.answers.handler = async (request, response) => {
      if (request.url.startsWith('/one')) {
        await new Promise<void>((resolve) => void answer.set(request.url, resolve));
      }
      await handler(request, response);
    };
    const stopping = new AbortController();
    const lost = new AbortController();
    const stopped = run(stopping.signal, lost.signal);
    await expect.poll(() => answer.size).toBe(2);
    stopping.abort();
    answer.get('/one/2')?.();
    const countResponses = async () =>
      (await listAttempts(setup.context.db, [id])).filter(({ response }) => response !== null).length;
    await expect.poll(countResponses).toBe(2);
    // The server gives up the call that has not ended.
    await releaseJobsOf(setup.context.db, 'runner');
    lost.abort();
    await stopped;
    answer.get('/one/1')?.();
    setup.answers.handler = handler;
    await run();
    expect(await setup.findExecution(id)).toMatchObject({ status: 'completed' });
    expect(listUrls().filter((url) => url === '/one/2')).toHaveLength(1);
  });

  test('that is cancelled sends nothing more', async () => {
    const id = await seed([1, 2, 3], { atOnce: 2 });
    setup.holdAnswers('/one');
    const lost = new AbortController();
    const job = await setup.claim();
    const running = runExecution(setup.context, job, never, lost.signal);
    await expect.poll(() => listUrls().length).toBe(3);
    await cancelExecution(setup.context, setup.actor, { integrationId, executionId: id });
    lost.abort();
    await running;
    expect(listUrls()).toHaveLength(3);
    const log = await readLog(id);
    expect(log.loops).toMatchObject([{ status: 'error', duration: null, ok: 0, failed: 0 }]);
    expect(log.loops[0]?.items).toMatchObject([{ status: 'error' }, { status: 'error' }]);
  });

  test('of what is no list is an error that the log says in words', async () => {
    const id = await seed({ not: 'a list' });
    await run();
    const error_message =
      'For each: {{list}} is no list but object. To run it as the only item, write list | list.';
    expect(await setup.findExecution(id)).toEqual({ status: 'error', error_message });
    expect((await readLog(id)).loops).toMatchObject([{ status: 'error', error: error_message, count: 0 }]);
  });
});

/** Saves the calls of the chain anew. */
async function saveCalls(change: (calls: object[]) => object[]) {
  const { context, actor } = setup;
  const saved = await updateIntegration(context, actor, integrationId, {});
  if (saved.kind !== 'integration') throw new Error(saved.kind);
  const apiCalls = change(saved.integration.apiCalls);
  const outcome = await updateIntegration(context, actor, integrationId, { apiCalls });
  expect(outcome).toMatchObject({ kind: 'integration' });
}

describe('a replay of failed items', () => {
  test('runs them again from their first call, and what follows, and nothing else', async () => {
    for (const path of ['/two/2', '/one/3']) failing.add(path);
    const id = await seed([1, 2, 3, 4], { onError: 'continue' });
    await run();
    const before = listUrls().length;
    failing.clear();
    const replayed = await replay(id, 'failed-items');
    if (replayed.kind !== 'queued') throw new Error(replayed.kind);
    await run();
    expect(listUrls().slice(before)).toEqual(['/one/2', '/two/2', '/one/3', '/two/3', '/end']);
    expect(setup.target.received.at(-1)?.body).toBe(JSON.stringify([1, 2, 3, 4].map((n) => `t/one/${n}`)));
    const log = await readLog(replayed.executionId);
    expect(log).toMatchObject({ status: 'completed', note: null });
    expect(log.loops[0]).toMatchObject({ ok: 4, failed: 0 });
    expect(log.apiCallLogs).toHaveLength(10);
    expect(await replay(replayed.executionId, 'failed-items')).toMatchObject({
      kind: 'conflict',
      message: 'No item of this execution failed. Replay it from the start.',
    });
  });

  test('from the call that failed sends no call again that went well', async () => {
    failing.add('/two/2');
    const id = await seed([1, 2, 3]);
    await run();
    expect(await setup.findExecution(id)).toMatchObject({
      status: 'error',
      error_message: expect.stringMatching(/^Item 2 of 3: Two: HTTP 500/),
    });
    const before = listUrls().length;
    failing.clear();
    expect((await replay(id, 'failed')).kind).toBe('queued');
    await run();
    expect(listUrls().slice(before)).toEqual(['/two/2', '/one/3', '/two/3', '/end']);
  });

  test('from the call that failed is refused when what an item did before it has changed', async () => {
    failing.add('/two/1');
    const id = await seed([1]);
    await run();
    await saveCalls(([read, one, two, end]) => [
      read!,
      { ...one, url: `${setup.target.url}/other/{{entry}}` },
      two!,
      end!,
    ]);
    expect(await replay(id, 'failed')).toMatchObject({
      kind: 'conflict',
      message: expect.stringMatching(/^The calls before the failed one have since changed/),
    });
    expect((await replay(id, 'failed-items')).kind).toBe('queued');
  });

  test('from the call that failed goes on at that call when it alone was mended', async () => {
    failing.add('/two/1');
    const id = await seed([1]);
    await run();
    const before = listUrls().length;
    await saveCalls(([read, one, two, end]) => [
      read!,
      one!,
      { ...two, url: `${setup.target.url}/mended/{{entry}}` },
      end!,
    ]);
    expect((await replay(id, 'failed')).kind).toBe('queued');
    await run();
    expect(listUrls().slice(before)).toEqual(['/mended/1', '/end']);
  });

  test('with which a run ends behind its last call, again or from the call that failed', async () => {
    failing.add('/end');
    failing.add('/two/2');
    const action = { action: 'stop_notify', notificationEmail: 'ops@example.com' };
    const stopping = makeHandling('two', [{ statusCodes: ['5xx'], ...action }]);
    const id = await seed([1, 2, 3], { onError: 'fail_at_end' }, [stopping]);
    await run();
    expect(await setup.findExecution(id)).toMatchObject({ error_message: expect.stringMatching(/^End: /) });
    failing.delete('/end');
    const behind = await replay(id, 'failed');
    if (behind.kind !== 'queued') throw new Error(behind.kind);
    setup.target.received.length = 0;
    await run();
    expect(listUrls()).toEqual(['/end']);
    expect(await setup.findExecution(behind.executionId)).toMatchObject({
      status: 'error',
      error_message: expect.stringMatching(/^1 of 3 items failed\. Item 2 of 3: Two: HTTP 500/),
    });
    // The rule of the item mailed when the first run ended; the second one belongs to the same incident, and is counted.
    expect(await listMail(setup.context.db)).toEqual([
      expect.objectContaining({
        subject: 'Execution stopped: Seeded',
        body_text: expect.stringContaining('Reason: End: HTTP 500'),
      }),
    ]);
    expect(await listFailures(setup.context.db, 0)).toContainEqual(
      expect.objectContaining({ callId: 'two', kind: '5xx', recoveredAt: null }),
    );
    failing.clear();
    const mended = await replay(behind.executionId, 'failed');
    if (mended.kind !== 'queued') throw new Error(mended.kind);
    await run();
    expect(listUrls()).toEqual(['/end', '/two/2', '/end']);
    expect(await setup.findExecution(mended.executionId)).toMatchObject({ status: 'completed' });
  });

  test('that is over gives its lists to a replay from a call behind it', async () => {
    failing.add('/end');
    failing.add('/one/2');
    const id = await seed([1, 2, 3], { onError: 'continue' });
    await run();
    expect(await setup.findExecution(id)).toMatchObject({ status: 'error' });
    const whole = setup.target.received.at(-1)?.body;
    expect(whole).toBe('["t/one/1","t/one/3"]');
    failing.delete('/end');
    setup.target.received.length = 0;
    const { replayed } = await recordReplay(id);
    await run();
    expect(setup.target.received.map(({ url, body }) => [url, body])).toEqual([['/end', whole]]);
    const log = await readLog(replayed.executionId);
    expect(log.loops[0]?.items).toEqual([
      { index: 1, status: 'success', error: null },
      { index: 2, status: 'error', error: expect.stringMatching(/^One: HTTP 500/) },
      { index: 3, status: 'success', error: null },
    ]);
    expect(log).toMatchObject({
      status: 'completed',
      executionData: { tokens: ['t/one/1', 't/one/3'] },
    });
  });

  test('from the call that failed copies six items with as many queries as two, and reads no variables in between', async () => {
    const counts: number[] = [];
    for (const list of [
      [1, 2],
      [3, 4, 5, 6, 7, 8],
    ]) {
      for (const each of list) failing.add(`/two/${each}`);
      const id = await seed(list, { onError: 'continue' });
      await run();
      const { asked } = await recordReplay(id);
      expect(asked.filter((sql) => /^select (?=.*from "steps")(?=.*("saved"|\*))/.test(sql))).toEqual([]);
      // The variables of each step are bound to it, so they are set one by one.
      const sets = asked.filter((sql) => sql.startsWith('update "steps" set "saved"'));
      counts.push(asked.length - sets.length);
      failing.clear();
      setup.target.received.length = 0;
      await run();
      expect(listUrls()).toEqual([...list.map((each) => `/two/${each}`), '/end']);
      expect(setup.target.received.at(-1)?.body).toBe(JSON.stringify(list.map((each) => `t/one/${each}`)));
    }
    expect(counts[1]).toBe(counts[0]);
  });

  test('is refused when the chain before it, or its length, has changed', async () => {
    failing.add('/one/1');
    const id = await seed([1, 2], { onError: 'continue' });
    await run();
    const saved = await updateIntegration(setup.context, setup.actor, integrationId, { loopSteps: [] });
    expect(saved).toMatchObject({ kind: 'integration' });
    expect(await replay(id, 'failed-items')).toMatchObject({ kind: 'conflict' });
  });
});

test('an item that ended keeps its end alone in what a run goes on from', async () => {
  const id = await seed(Array.from({ length: 30 }, (_, index) => index));
  await run();
  const range = { from: firstItemStep, to: Number.MAX_SAFE_INTEGER };
  expect(await listItemEnds(setup.context.db, id, range)).toHaveLength(30);
});
