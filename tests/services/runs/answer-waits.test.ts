import { beforeEach, describe, expect, test } from 'vitest';
import { seal } from '~/auth/secret-box';
import { rotateAppKey } from '~/services/encryption/key-rotation';
import { createDefinitionCache, findDefinition } from '~/services/integrations/definition-cache';
import { playTests } from '~/services/recorded-tests/play-tests';
import { backtest } from '~/services/test-runs/backtest';
import { recordTest } from '~/services/test-runs/recorded-tests';
import { findExplainedLog } from '~/services/executions/wait-reason';
import { makeAnswerToken, readAnswerToken } from '~/services/answers/answer-address';
import { findQuestion } from '~/services/runs/answer-question';
import { type SentAnswer, takeAnswer } from '~/services/runs/take-answer';
import { continueExecution } from '~/services/runs/continue-wait';
import { cancelExecution } from '~/services/runs/control';
import { replayExecution } from '~/services/runs/replay-execution';
import { updateIntegration } from '~/services/integrations/integrations';
import { runExecution } from '~/services/runs/run-execution';
import { answerJson } from '../../support/target';
import { createRunSetup, never, type RunSetup } from './run-setup';

const dayMs = 24 * 3_600_000;
const wait = {
  kind: 'answer',
  seconds: (2 * dayMs) / 1000,
  message: 'Ship {{n}}?',
  choices: ['Approve', 'Reject'],
  saveAs: 'approval',
};

let setup: RunSetup;

beforeEach(async () => {
  setup = await createRunSetup();
});

/** The first call sends the address, the second comes with the answer. */
function seedWait(more: object = {}) {
  return setup.seed({ apiCalls: listCalls(more) });
}

function listCalls(more: object = {}) {
  const first = { ...setup.firstCall, body: '{"link": "{{run.answerUrl}}"}' };
  const second = {
    ...setup.secondCall,
    url: `${setup.target.url}/second/{{approval.outcome}}/{{approval.choice}}`,
    wait: { ...wait, ...more },
  };
  return [first, second];
}

async function run() {
  await runExecution(setup.context, await setup.claim(), never);
}

async function begin(more: object = {}) {
  const integrationId = await seedWait(more);
  const executionId = await setup.accept(integrationId);
  await run();
  const { link } = JSON.parse(setup.target.received.at(-1)?.body ?? '{}') as { link: string };
  return { integrationId, executionId, token: link.split('/answer/')[1] ?? '' };
}

const approve: SentAnswer = {
  choice: undefined,
  body: { choice: 'approve', comment: ' fine ' },
  from: '192.0.2.7',
};

function answer(token: string, sent = approve) {
  return takeAnswer(setup.context, token, sent);
}

function pathsSent() {
  return setup.target.received.map(({ url }) => url);
}

test('a run sends its address, waits, and goes on with the answer', async () => {
  const { executionId, token, integrationId } = await begin();
  const owner = { integrationId, ...setup.actor };
  const waiting = await findExplainedLog(setup.context, owner, executionId);
  expect(waiting?.waits?.reason).toBe('Second waits for an answer');
  expect(JSON.stringify(waiting)).not.toContain(token);
  expect(await answer(token)).toMatchObject({ kind: 'answered', choice: 'Approve' });
  await run();
  expect(pathsSent()).toEqual(['/first', '/second/answered/Approve']);
  const ended = await findExplainedLog(setup.context, owner, executionId);
  expect(ended?.status).toBe('completed');
  expect(ended?.executionData).toMatchObject({
    approval: { outcome: 'answered', choice: 'Approve', comment: 'fine', body: { comment: ' fine ' } },
  });
  expect(ended?.callWaits).toMatchObject([
    {
      outcome: 'answered',
      asks: { message: 'Ship 1.10?', choices: ['Approve', 'Reject'] },
      answer: { choice: 'Approve', comment: 'fine', from: '192.0.2.7' },
    },
  ]);
});

const call = (id: string, more: object) => ({ id, name: id, method: 'POST', ...more });

test('an item sends the address, too, also behind a call of it that failed', async () => {
  setup.answers.handler = async (request, response) => {
    const status = request.url.startsWith('/stock') ? 500 : 200;
    await answerJson({ data: [1, 2] }, status)(request, response);
  };
  const { url } = setup.target;
  const mapping = { extractFields: [{ jsonPath: '.data', saveAs: 'list' }] };
  const responseHandling = { statusCodeActions: [], defaultAction: 'continue' };
  const integrationId = await setup.seed({
    apiCalls: [
      call('read', { url: `${url}/list`, responseMapping: mapping }),
      call('stock', { url: `${url}/stock` }),
      call('mail', {
        url: `${url}/mail`,
        body: '{"link": "{{run.answerUrl}}", "why": {{run.failure.status}}}',
      }),
      call('end', { url: `${url}/end`, wait }),
    ],
    responseHandlingSteps: [{ order: 3, nextApiCallId: 'stock', responseHandling }],
    loopSteps: [{ order: 1.5, throughCallId: 'mail', items: 'list', itemName: 'entry', collect: [] }],
  });
  const executionId = await setup.accept(integrationId);
  await run();
  const sent = setup.target.received.filter(({ url: path }) => path === '/mail');
  const token = makeAnswerToken(setup.context.config, { executionId, callId: 'end' });
  const link = `${setup.context.config.appUrl}/answer/${token}`;
  expect(sent.map(({ body }) => JSON.parse(body) as unknown)).toEqual([1, 2].map(() => ({ link, why: 500 })));
});

test('the second answer is refused, also once the run has ended', async () => {
  const { token } = await begin();
  await answer(token);
  expect((await answer(token)).kind).toBe('answered-already');
  await run();
  expect((await answer(token)).kind).toBe('answered-already');
});

test('an answer that comes before the wait ends it at once', async () => {
  const integrationId = await seedWait();
  const executionId = await setup.accept(integrationId);
  const token = makeAnswerToken(setup.context.config, { executionId, callId: 'second' });
  expect(await findQuestion(setup.context, token)).toMatchObject({ message: '', state: { kind: 'open' } });
  expect((await answer(token)).kind).toBe('answered');
  await run();
  expect(pathsSent()).toEqual(['/first', '/second/answered/Approve']);
});

test('an answer that comes while the run is in hand, before it waits, is found when it is given back', async () => {
  const integrationId = await seedWait();
  const executionId = await setup.accept(integrationId);
  const token = makeAnswerToken(setup.context.config, { executionId, callId: 'second' });
  const { record } = setup.context.ledger;
  // The last moment: what the run has read says that there is none.
  setup.context.ledger.record = async (job, changes) => {
    if (changes.some(({ kind }) => kind === 'wait-begun')) await answer(token);
    return record(job, changes);
  };
  await run();
  setup.context.ledger.record = record;
  await run();
  expect(pathsSent()).toEqual(['/first', '/second/answered/Approve']);
});

test('nobody answered: the run ends in error, and answers are too late', async () => {
  const { executionId, token } = await begin();
  setup.context.clock.advance(2 * dayMs);
  expect((await answer(token)).kind).toBe('no-longer-asked');
  await run();
  expect(await setup.findExecution(executionId)).toEqual({
    status: 'error',
    error_message: 'Second: Nobody answered within 2 days.',
  });
  expect((await answer(token)).kind).toBe('no-longer-asked');
});

test('a replay from there waits anew, and the address counts again that was sent', async () => {
  const { executionId, integrationId, token } = await begin();
  setup.context.clock.advance(2 * dayMs);
  await run();
  const target = { integrationId, executionId, from: 'failed' } as const;
  const replayed = await replayExecution(setup.context, setup.actor, target);
  if (replayed.kind !== 'queued') throw new Error(replayed.kind);
  await run();
  expect((await setup.findExecution(replayed.executionId))?.status).toBe('running');
  // Nobody was sent another address.
  expect((await answer(token)).kind).toBe('answered');
  await run();
  expect(pathsSent()).toEqual(['/first', '/second/answered/Approve']);
});

test('a replay from there waits as is written by then', async () => {
  const { executionId, integrationId } = await begin();
  setup.context.clock.advance(2 * dayMs);
  await run();
  const more = { seconds: (5 * dayMs) / 1000 };
  const apiCalls = listCalls(more).map((each, index) => Object.assign(each, { order: index + 1 }));
  const saved = await updateIntegration(setup.context, setup.actor, integrationId, { apiCalls });
  expect(saved.kind).toBe('integration');
  const target = { integrationId, executionId, from: 'failed' } as const;
  const replayed = await replayExecution(setup.context, setup.actor, target);
  if (replayed.kind !== 'queued') throw new Error(JSON.stringify(replayed));
  await run();
  setup.context.clock.advance(4 * dayMs);
  const again = makeAnswerToken(setup.context.config, {
    executionId: replayed.executionId,
    callId: 'second',
  });
  expect((await answer(again)).kind).toBe('answered');
  await run();
  expect(pathsSent()).toEqual(['/first', '/second/answered/Approve']);
});

test('a replay behind it knows the answer', async () => {
  setup.answers.handler = async (request, response) => {
    const isFirst = request.url === '/first' || pathsSent().length > 2;
    response.writeHead(isFirst ? 200 : 500, { 'content-type': 'application/json' });
    response.end('{"token":"abc"}');
  };
  const { executionId, integrationId, token } = await begin();
  await answer(token);
  await run();
  const target = { integrationId, executionId, from: 'failed' } as const;
  await replayExecution(setup.context, setup.actor, target);
  await run();
  expect(pathsSent().slice(1)).toEqual(['/second/answered/Approve', '/second/answered/Approve']);
});

/** The first call asks, the one behind it fails as long as `isDown`, and the last waits for the answer. */
async function beginToFail() {
  const state = { isDown: true };
  setup.answers.handler = async (request, response) => {
    await answerJson({ token: 'abc' }, request.url === '/between' && state.isDown ? 503 : 200)(
      request,
      response,
    );
  };
  const [first, second] = listCalls();
  const between = { id: 'between', method: 'POST', url: `${setup.target.url}/between` };
  const integrationId = await setup.seed({ apiCalls: [first!, between, second!] });
  const executionId = await setup.accept(integrationId);
  const token = makeAnswerToken(setup.context.config, { executionId, callId: 'second' });
  async function replay(from: 'failed' | 'start' = 'failed') {
    const target = { integrationId, executionId, from };
    const replayed = await replayExecution(setup.context, setup.actor, target);
    if (replayed.kind !== 'queued') throw new Error(JSON.stringify(replayed));
    return replayed.executionId;
  }
  return { state, token, replay, integrationId, executionId };
}

describe('a replay that goes on behind the call that asked, before the wait', () => {
  test('knows the answer that was confirmed before the run failed', async () => {
    const { state, token, replay } = await beginToFail();
    expect((await answer(token)).kind).toBe('answered');
    await run();
    state.isDown = false;
    await replay();
    await run();
    expect(pathsSent()).toEqual(['/first', '/between', '/between', '/second/answered/Approve']);
    expect((await answer(token)).kind).toBe('answered-already');
  });

  test('is what the address leads to that was sent, until it has ended itself', async () => {
    const { state, token, replay } = await beginToFail();
    await run();
    expect((await answer(token)).kind).toBe('no-longer-asked');
    state.isDown = false;
    const executionId = await replay();
    await run();
    expect(await findQuestion(setup.context, token)).toMatchObject({
      key: { executionId },
      message: 'Ship 1.10?',
      state: { kind: 'open' },
    });
    expect((await answer(token)).kind).toBe('answered');
    await run();
    expect(pathsSent().at(-1)).toBe('/second/answered/Approve');
    expect((await answer(token)).kind).toBe('answered-already');
  });

  test('does not know an answer to what is asked otherwise by then', async () => {
    const { state, token, replay, integrationId } = await beginToFail();
    await answer(token);
    await run();
    const [first, second] = listCalls({ choices: ['Today', 'Never'] });
    const between = { id: 'between', method: 'POST', url: `${setup.target.url}/between` };
    const apiCalls = [first!, between, second!].map((each, index) =>
      Object.assign(each, { order: index + 1 }),
    );
    const saved = await updateIntegration(setup.context, setup.actor, integrationId, { apiCalls });
    expect(saved.kind).toBe('integration');
    state.isDown = false;
    const executionId = await replay();
    await run();
    expect((await setup.findExecution(executionId))?.status).toBe('running');
  });

  test('one from the start asks anew, and what was asked before is no longer asked', async () => {
    const { token, replay } = await beginToFail();
    await run();
    setup.context.clock.advance(1_000);
    await replay('start');
    // The clock of the server that runs it is behind.
    setup.context.clock.advance(-500);
    await run();
    expect((await answer(token)).kind).toBe('no-longer-asked');
  });
});

test('what plays a replay back that went on behind an answer goes the way of that answer', async () => {
  setup.answers.handler = async (request, response) => {
    const isFine = request.url === '/first' || pathsSent().length > 2;
    response.writeHead(isFine ? 200 : 500, { 'content-type': 'application/json' });
    response.end('{"token":"abc"}');
  };
  const { executionId, integrationId, token } = await begin();
  await answer(token, { ...approve, body: { choice: 'Reject' } });
  await run();
  const target = { integrationId, executionId, from: 'failed' } as const;
  const replayed = await replayExecution(setup.context, setup.actor, target);
  if (replayed.kind !== 'queued') throw new Error(replayed.kind);
  await run();
  expect(pathsSent().slice(1)).toEqual(['/second/answered/Reject', '/second/answered/Reject']);
  const tested = await backtest(setup.context, setup.actor, integrationId, { last: 5 });
  expect(tested).toMatchObject({ backtest: { tried: 2, same: 2 } });
  const again = makeAnswerToken(setup.context.config, {
    executionId: replayed.executionId,
    callId: 'second',
  });
  expect((await answer(again)).kind).toBe('answered-already');
});

test('continued by hand it goes on without an answer, which is too late from then on', async () => {
  const { executionId, integrationId, token } = await begin();
  await continueExecution(setup.context, setup.actor, { integrationId, executionId });
  expect((await answer(token)).kind).toBe('no-longer-asked');
  await run();
  expect(pathsSent()[1]).toMatch('/second/continued/');
});

test('after the end nothing is taken', async () => {
  const { executionId, integrationId, token } = await begin();
  await cancelExecution(setup.context, setup.actor, { integrationId, executionId });
  expect((await answer(token)).kind).toBe('no-longer-asked');
});

describe('what was sent', () => {
  test('has to be one of the choices, which the address may name, too', async () => {
    const { token } = await begin();
    const refused = await answer(token, { ...approve, body: { choice: 'Perhaps' } });
    expect(refused).toMatchObject({ kind: 'invalid', message: 'Choose one of these: Approve, Reject.' });
    expect((await answer(token, { ...approve, body: null })).kind).toBe('invalid');
    const byLink = { choice: 'reject', body: null, from: '' };
    expect(await answer(token, byLink)).toMatchObject({ choice: 'Reject' });
  });

  test('may be anything where no choices are written', async () => {
    const { token } = await begin({ choices: undefined });
    expect(await answer(token, { ...approve, body: [7] })).toMatchObject({ choice: 'Continue' });
  });

  test('may have a long comment there, of which the comment of the answer is the beginning', async () => {
    const comment = 'x'.repeat(2_500);
    const { token, executionId, integrationId } = await begin({ choices: undefined });
    expect(await answer(token, { ...approve, body: { id: 7, comment } })).toMatchObject({ kind: 'answered' });
    await run();
    const log = await findExplainedLog(setup.context, { integrationId, ...setup.actor }, executionId);
    const kept = { comment: `${'x'.repeat(1_999)}…`, body: { id: 7, comment } };
    expect(log?.executionData).toMatchObject({ approval: kept });
    const { token: other } = await begin();
    const sent = { ...approve, body: { choice: 'Approve', comment } };
    expect(await answer(other, sent)).toMatchObject({
      message: 'The comment must be 2,000 characters or less.',
    });
  });
});

describe('addresses', () => {
  const key = { executionId: '0198-a', callId: 'ship it.' };

  test('prove what they are for', async () => {
    const { config } = setup.context;
    const token = makeAnswerToken(config, key);
    expect(readAnswerToken(config, token)).toEqual(key);
    const forged = [
      token.slice(0, -1),
      `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`,
      token.replace('0198', '0199'),
      '',
    ];
    expect(forged.map((each) => readAnswerToken(config, each))).toEqual(Array(4).fill(undefined));
  });

  test('count while APP_KEY changes, and afterwards for a run that waits', async () => {
    const { token } = await begin();
    const { config } = setup.context;
    const next = { ...config, appKey: Buffer.alloc(32, 9), otherAppKey: config.appKey };
    expect(readAnswerToken(next, token)).toBeDefined();
    const after = { ...config, appKey: Buffer.alloc(32, 9) };
    expect(readAnswerToken(after, token)).toBeUndefined();
    const found = await findQuestion({ ...setup.context, config: after }, token);
    expect(found).toBeDefined();
  });

  test('of another kind are for nothing', async () => {
    await begin();
    expect((await answer('nothing')).kind).toBe('not-found');
    expect((await answer(seal(setup.context.config.appKey, 'x', 'y'))).kind).toBe('not-found');
  });
});

describe('an answer that is kept', () => {
  test('is sealed anew with another APP_KEY', async () => {
    const { token } = await begin();
    await answer(token);
    const { config, db } = setup.context;
    const appKey = Buffer.alloc(32, 9);
    const keys = { former: config.appKey, next: appKey };
    expect(await rotateAppKey(db, keys, setup.context.now())).toEqual({ kind: 'rotated' });
    const context = { ...setup.context, config: { ...config, appKey } };
    await runExecution(
      { ...context, definitions: createDefinitionCache(context.config) },
      await setup.claim(),
      never,
    );
    expect(pathsSent()).toEqual(['/first', '/second/answered/Approve']);
  });

  test('is what a backtest and a recorded test play, and what came of none', async () => {
    const { integrationId, token, executionId } = await begin();
    await answer(token, { ...approve, body: { choice: 'Reject' } });
    await run();
    const tested = await backtest(setup.context, setup.actor, integrationId, { last: 5 });
    expect(tested).toMatchObject({ backtest: { tried: 1, same: 1 } });
    await recordTest(setup.context, setup.actor, integrationId, { executionId, name: 'Rejected' });
    // As when the execution is gone.
    await setup.context.db.run(setup.context.db.build.deleteFrom('wait_answers'));
    const key = { id: integrationId, organizationId: setup.actor.organizationId };
    const found = await findDefinition(setup.context, integrationId, 1);
    if (found.kind !== 'found') throw new Error(found.kind);
    const [result] = await playTests(setup.context, key, found.definition);
    expect(result).toMatchObject({ outcome: 'passed', differences: [] });
  });
});
