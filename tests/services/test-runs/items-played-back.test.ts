// Executions with a for each, played back to a version: each item is compared with what it sent then, and nothing reaches the target.
import { beforeEach, describe, expect, it } from 'vitest';
import { backtest, type Backtest } from '~/services/test-runs/backtest';
import { updateIntegration } from '~/services/integrations/integrations';
import { replayExecution } from '~/services/runs/replay-execution';
import { runExecution } from '~/services/runs/run-execution';
import { changeTest, recordTest, runTests } from '~/services/test-runs/recorded-tests';
import { makeHandling } from '../../engine/run/run-steps';
import { answerJson } from '../../support/target';
import { createRunSetup, never, type RunSetup } from '../runs/run-setup';

let setup: RunSetup;
/** Paths that are answered 500. */
let failing: Set<string>;

beforeEach(async () => {
  setup = await createRunSetup();
  failing = new Set();
  setup.answers.handler = (request, response) =>
    answerJson({ box: `b${request.url.at(-1)}` }, failing.has(request.url) ? 500 : 200)(request, response);
});

const responseMapping = { extractFields: [{ jsonPath: '.box', saveAs: 'box' }] };

/** Each order is packed and shipped, and what they were packed in is told. */
function chainOf(more: { pack?: object; ship?: object; loop?: object } = {}) {
  const { url } = setup.target;
  const pack = { id: 'pack', name: 'Pack', method: 'POST', url: `${url}/pack/{{order.id}}`, responseMapping };
  const ship = { id: 'ship', name: 'Ship', method: 'GET', url: `${url}/ship/{{box}}/{{loop.index}}` };
  const loop = { id: 'l1', order: 0.5, throughCallId: 'ship', items: 'trigger', itemName: 'order' };
  return {
    apiCalls: [
      { body: '{"id": "{{order.id}}"}', ...pack, ...more.pack },
      { ...ship, ...more.ship },
      { id: 'tell', name: 'Tell', method: 'POST', url: `${url}/tell`, body: '{{boxes}}' },
    ],
    loopSteps: [{ ...loop, collect: [{ from: 'box', saveAs: 'boxes' }], ...more.loop }],
  };
}

/** A list of so many orders, run to its end. */
async function run(id: string, count: number): Promise<string> {
  const orders = Array.from({ length: count }, (_, index) => ({ id: index + 1 }));
  const executionId = await setup.accept(id, JSON.stringify(orders));
  await runExecution(setup.context, await setup.claim(), never);
  return executionId;
}

async function save(id: string, change: object): Promise<void> {
  const saved = await updateIntegration(setup.context, setup.actor, id, change);
  if (saved.kind !== 'integration') throw new Error(JSON.stringify(saved));
}

/** What a function answers, once it is certain that nothing was sent for it. */
async function sendNothing<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  const before = setup.target.received.length;
  const answer = await ask();
  expect(setup.target.received).toHaveLength(before);
  return answer;
}

async function report(id: string): Promise<Backtest> {
  const outcome = await sendNothing(() => backtest(setup.context, setup.actor, id, { last: 200 }));
  if (outcome.kind !== 'backtest') throw new Error(JSON.stringify(outcome));
  return outcome.backtest;
}

const everythingSame = (tried: number) => ({
  tried,
  same: tried,
  different: 0,
  findings: [],
  unfinished: [],
});

describe('a backtest', () => {
  it.each([1, 3])('of the version that ran is the same, %i items at once', async (atOnce) => {
    const id = await setup.seed(chainOf({ loop: { atOnce } }));
    await run(id, 5);
    await run(id, 0);
    expect(setup.target.received).toHaveLength(12);
    expect(await report(id)).toMatchObject(everythingSame(2));
  });

  it('names the items whose requests differ', async () => {
    const id = await setup.seed(chainOf({ loop: { atOnce: 2 } }));
    const executionId = await run(id, 3);
    const { url } = setup.target;
    await save(id, chainOf({ ship: { url: `${url}/ship/{{box}}/{{loop.index}}?of={{loop.count}}` } }));
    const { findings, ...counts } = await report(id);
    expect(counts).toMatchObject({ tried: 1, same: 0, different: 1 });
    expect(findings).toMatchObject(
      [1, 2, 3].map((item) => ({
        difference: {
          where: `Call “Ship”, item ${item}`,
          field: 'URL',
          former: `${url}/ship/b${item}/${item}`,
          next: `${url}/ship/b${item}/${item}?of=3`,
        },
        count: 1,
        executionIds: [executionId],
      })),
    );
  });

  it('names the items that a check would leave out', async () => {
    const id = await setup.seed(chainOf());
    await run(id, 3);
    const check = {
      id: 'check',
      order: 1.5,
      nextApiCallId: 'ship',
      conditionalExecution: {
        enabled: true,
        executionTrigger: 'conditional',
        condition: { field: 'order.id', operator: 'greater_than', value: 2 },
      },
    };
    await save(id, { conditionalExecutionSteps: [check] });
    const { findings } = await report(id);
    expect(findings.map(({ difference }) => difference)).toMatchObject(
      [1, 2].map((item) => ({ where: `Call “Ship”, item ${item}`, next: 'Not sent' })),
    );
  });

  it('names the items that a shorter list has no more, and what is known of the others', async () => {
    const id = await setup.seed(chainOf());
    await run(id, 3);
    await save(id, chainOf({ loop: { maxItems: 2, onTooMany: 'first' } }));
    const places = (await report(id)).findings.map(({ difference: { where, field } }) => [where, field]);
    expect(places).toEqual([
      ['Call “Tell”', 'Body'],
      ['Call “Pack”, item 3', 'Request'],
      ['Call “Ship”, item 3', 'Request'],
    ]);
  });

  it('is compared up to the first item whose answer nobody recorded', async () => {
    const id = await setup.seed(chainOf());
    const executionId = await run(id, 3);
    const { pack, ship, tell } = named(chainOf().apiCalls);
    const weigh = { id: 'weigh', name: 'Weigh', method: 'GET', url: `${setup.target.url}/weigh/{{box}}` };
    await save(id, { apiCalls: [pack, weigh, ship, tell] });
    expect(await report(id)).toMatchObject({
      findings: [{ difference: { where: 'Call “Weigh”, item 1', former: 'Not sent' } }],
      unfinished: [{ callName: 'Weigh', reason: 'unrecorded', count: 1, executionIds: [executionId] }],
    });
  });

  it.each([1, 3])('of items that failed is the same, %i at once', async (atOnce) => {
    const id = await setup.seed(chainOf({ loop: { onError: 'continue', atOnce } }));
    for (const path of ['/pack/2', '/ship/b4/4']) failing.add(path);
    await run(id, 5);
    failing.add('/pack/1');
    await run(id, 1);
    expect(await report(id)).toMatchObject(everythingSame(2));
  });

  it.each([1, 3])('of a run that ended at an item is the same, %i at once', async (atOnce) => {
    const id = await setup.seed(chainOf({ loop: { atOnce } }));
    failing.add('/pack/2');
    const executionId = await run(id, 9);
    expect(await setup.findExecution(executionId)).toMatchObject({
      error_message: expect.stringMatching(/^Item 2 of 9: Pack: HTTP 500/),
    });
    expect(await report(id)).toMatchObject(everythingSame(1));
  });

  it('plays the tries of each item, and the replay of those that failed', async () => {
    const retryConfig = { maxRetries: 1, retryDelay: 1_000 };
    const handled = [
      { statusCodes: [500], action: 'retry', retryConfig },
      { statusCodes: ['2xx'], action: 'continue' },
    ];
    const rules = [makeHandling('pack', handled, { defaultAction: 'stop_notify' })];
    const chain = chainOf({ loop: { onError: 'continue', atOnce: 2 } });
    const id = await setup.seed({ ...chain, responseHandlingSteps: rules });
    failing.add('/pack/2');
    const executionId = await run(id, 3);
    setup.context.clock.advance(60_000);
    await runExecution(setup.context, await setup.claim(), never);
    failing.clear();
    const target = { integrationId: id, executionId, from: 'failed-items' } as const;
    expect(await replayExecution(setup.context, setup.actor, target)).toMatchObject({ kind: 'queued' });
    await runExecution(setup.context, await setup.claim(), never);
    expect(await report(id)).toMatchObject(everythingSame(2));
    await save(id, { responseHandlingSteps: [] });
    expect((await report(id)).findings).toMatchObject([
      { difference: { where: 'Call “Pack”, item 2, attempt 2', next: 'Not sent' }, count: 1 },
    ]);
  });
});

function named<Call extends { id: string }>(calls: Call[]): Record<string, Call> {
  return Object.fromEntries(calls.map((call) => [call.id, call]));
}

/** A test that was recorded of so many orders. */
async function prepare(count: number, loop: object = {}) {
  const id = await setup.seed(chainOf({ loop }));
  const executionId = await run(id, count);
  const recorded = await recordTest(setup.context, setup.actor, id, { executionId, name: 'Orders' });
  if (recorded.kind !== 'test') throw new Error(JSON.stringify(recorded));
  return { id, test: recorded.test };
}

/** How the tests went. */
async function runAll(id: string) {
  const outcome = await sendNothing(() => runTests(setup.context, setup.actor, id, {}));
  if (outcome.kind !== 'run') throw new Error(JSON.stringify(outcome));
  return outcome;
}

describe('a recorded test', () => {
  it('of a for each passes as long as each item sends the same', async () => {
    const { id, test } = await prepare(4, { atOnce: 3 });
    expect(test).toMatchObject({ requests: 9 });
    const conditions = [{ field: 'boxes[3]', operator: 'equals', value: 'b4' }];
    await changeTest(setup.context, setup.actor, id, test.id, { conditions });
    expect(await runAll(id)).toMatchObject({ passed: true, results: [{ outcome: 'passed' }] });
    await save(id, chainOf({ pack: { body: '{"id": "{{order.id}}", "at": {{loop.index}}}' } }));
    const [result] = (await runAll(id)).results;
    expect(result).toMatchObject({ outcome: 'differs' });
    expect(result?.differences).toMatchObject(
      [1, 2, 3, 4].map((item) => ({ where: `Call “Pack”, item ${item}`, field: 'Body' })),
    );
  });

  it('is stale at the first item that would send what nobody recorded', async () => {
    const { id } = await prepare(2);
    const { pack, ship, tell } = named(chainOf().apiCalls);
    const weigh = { id: 'weigh', name: 'Weigh', method: 'GET', url: `${setup.target.url}/weigh/{{box}}` };
    await save(id, { apiCalls: [pack, weigh, ship, tell] });
    expect((await runAll(id)).results).toMatchObject([
      { outcome: 'stale', unrecorded: { callName: 'Weigh', request: `GET ${setup.target.url}/weigh/b1` } },
    ]);
  });

  it('of a run that ended at an item passes, however many were under way', async () => {
    failing.add('/pack/1');
    const { id } = await prepare(9, { atOnce: 3 });
    expect(await runAll(id)).toMatchObject({ passed: true });
    await save(id, chainOf({ loop: { atOnce: 3, onError: 'continue' } }));
    expect(await runAll(id)).toMatchObject({ passed: false });
  });
});
