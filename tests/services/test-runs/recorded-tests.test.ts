// Executions that are kept as tests: what each sent must be sent again, on the same answers, and nothing reaches the target.
import { beforeEach, describe, expect, it } from 'vitest';
import { deleteOldExecutions } from '~/db/executions/deletion';
import { createConnection } from '~/services/connections/connections';
import { purgeIntegration } from '~/services/integrations/purge';
import { deleteIntegration } from '~/services/integrations/deletion';
import { updateIntegration } from '~/services/integrations/integrations';
import { replayExecution } from '~/services/runs/replay-execution';
import { runExecution } from '~/services/runs/run-execution';
import { acceptTest } from '~/services/test-runs/accept-test';
import { countTest } from '~/services/test-runs/limit';
import {
  changeTest,
  deleteTest,
  findTest,
  listTests,
  maxRecordedTests,
  recordTest,
  runTests,
  type RecordedTestRun,
} from '~/services/test-runs/recorded-tests';
import { makeHandling } from '../../engine/run/run-steps';
import { createTestUser } from '../../support/accounts';
import { answerJson } from '../../support/target';
import { createRunSetup, never, type RunSetup } from '../runs/run-setup';

let setup: RunSetup;

beforeEach(async () => {
  setup = await createRunSetup();
});

async function run(id: string, payload = '{"n":1.10}', secret?: string): Promise<string> {
  const executionId = await setup.accept(id, payload, secret);
  await runExecution(setup.context, await setup.claim(), never);
  return executionId;
}

async function save(id: string, change: object): Promise<void> {
  const saved = await updateIntegration(setup.context, setup.actor, id, change);
  if (saved.kind !== 'integration') throw new Error(JSON.stringify(saved));
}

async function record(id: string, executionId: string, name = 'Order 1') {
  const recorded = await recordTest(setup.context, setup.actor, id, { executionId, name });
  if (recorded.kind !== 'test') throw new Error(JSON.stringify(recorded));
  return recorded.test;
}

const bearer = (token: string) => ({ type: 'bearer', token });

/** An integration whose execution is a test. */
async function prepare(definition?: Parameters<RunSetup['seed']>[0]) {
  const id = await setup.seed(definition);
  const executionId = await run(id);
  return { id, executionId, test: await record(id, executionId) };
}

it('is not changed by who saw it before someone else had changed it', async () => {
  const { id, test } = await prepare();
  setup.context.clock.advance(1000);
  await edit(id, test.id, { name: 'Renamed' });
  const change = (since: string) =>
    changeTest(setup.context, setup.actor, id, test.id, { name: 'Mine' }, since);
  expect(await change(test.updatedAt)).toMatchObject({ kind: 'conflict' });
  const found = await findTest(setup.context, setup.actor, id, test.id);
  expect(found).toMatchObject({ test: { name: 'Renamed' } });
  expect(await change(found.kind === 'test' ? found.test.updatedAt : '')).toMatchObject({
    test: { name: 'Mine' },
  });
});

async function edit(id: string, testId: string, input: object): Promise<void> {
  const changed = await changeTest(setup.context, setup.actor, id, testId, input);
  if (changed.kind !== 'test') throw new Error(JSON.stringify(changed));
}

/** How the tests went, once it is certain that nothing was sent for it. */
async function runAll(
  id: string,
  asked: { version?: number; tests?: string[] } = {},
): Promise<RecordedTestRun> {
  const before = setup.target.received.length;
  const outcome = await runTests(setup.context, setup.actor, id, asked);
  if (outcome.kind !== 'run') throw new Error(JSON.stringify(outcome));
  expect(setup.target.received).toHaveLength(before);
  return outcome;
}

function listAuditEntries() {
  const { db } = setup.context;
  return db.all(db.build.selectFrom('audit').select(['kind', 'detail']).where('kind', 'like', 'test-%'));
}

describe('what a version sends', () => {
  it('is the same with the token of a log-in, which the log masks', async () => {
    setup.answers.handler = answerJson({ token: 'a-token-of-a-session' });
    const second = {
      ...setup.secondCall,
      headers: { 'X-Token': '{{token}}' },
      authConfig: bearer('{{token}}'),
    };
    const { id } = await prepare({ apiCalls: [setup.firstCall, second] });
    expect((await runAll(id)).results[0]).toMatchObject({ outcome: 'passed' });
  });

  it('is expected once it was accepted, and no longer what was sent before', async () => {
    const { id, test } = await prepare();
    await edit(id, test.id, { conditions: [{ field: 'token', operator: 'equals', value: 'abc' }] });
    await save(id, { apiCalls: [{ ...setup.firstCall, headers: { 'X-Team': 'a' } }] });
    const accepted = await acceptTest(setup.context, setup.actor, id, test.id, {});
    expect(accepted).toMatchObject({ kind: 'run', version: 2, passed: true });
    expect(await findTest(setup.context, setup.actor, id, test.id)).toMatchObject({
      test: { requests: 1, lastResult: { outcome: 'passed', version: 2 } },
    });
    expect((await runAll(id, { version: 1 })).results[0]).toMatchObject({ outcome: 'stale' });
    expect(await listAuditEntries()).toContainEqual({
      kind: 'test-changed',
      detail: 'Order 1, as version 2 has it',
    });
  });

  it('is accepted without conditions that do not hold', async () => {
    const { id, test } = await prepare();
    await edit(id, test.id, { conditions: [{ field: 'token', operator: 'equals', value: 'x' }] });
    expect(await acceptTest(setup.context, setup.actor, id, test.id, {})).toMatchObject({
      passed: false,
      results: [{ outcome: 'differs', differences: [{ where: 'Conditions' }] }],
    });
  });

  it('is not accepted while as many tests run as may', async () => {
    const { id, test } = await prepare();
    const { context, actor } = setup;
    await save(id, { apiCalls: [setup.firstCall] });
    const others = Array.from({ length: 10 }, () => countTest(context, actor, 'run'));
    const refused = await acceptTest(context, actor, id, test.id, {});
    expect(refused).toMatchObject({ kind: 'too-many-requests' });
    expect(await listAuditEntries()).toMatchObject([{ kind: 'test-recorded' }]);
    for (const other of others) if (other.kind === 'begun') other.end();
    expect(await runAll(id)).toMatchObject({ passed: false });
    expect(await acceptTest(context, actor, id, test.id, {})).toMatchObject({ passed: true });
  });

  it('is not accepted where nobody recorded an answer, or by another organization', async () => {
    const { id, test } = await prepare();
    const third = { ...setup.secondCall, id: 'third', name: 'Third', order: 3 };
    await save(id, { apiCalls: [setup.firstCall, setup.secondCall, third] });
    expect(await acceptTest(setup.context, setup.actor, id, test.id, {})).toMatchObject({ kind: 'invalid' });
    expect(await acceptTest(setup.context, setup.actor, id, test.id, { version: 1 })).toMatchObject({
      passed: true,
    });
    const { user, organizationId } = await createTestUser(setup.context);
    const stranger = { ...setup.actor, userId: user.id, organizationId };
    expect(await acceptTest(setup.context, stranger, id, test.id, {})).toEqual({ kind: 'not-found' });
  });
});

describe('a run', () => {
  it('of what ran then passes, and the list tells it', async () => {
    const { id, executionId, test } = await prepare();
    expect(test).toMatchObject({ name: 'Order 1', executionId, requests: 2, lastResult: null });
    expect(await runAll(id)).toMatchObject({
      version: 1,
      passed: true,
      results: [{ testId: test.id, name: 'Order 1', outcome: 'passed', unrecorded: null, differences: [] }],
    });
    expect(await listTests(setup.context, setup.actor, id)).toMatchObject({
      tests: [{ id: test.id, lastResult: { outcome: 'passed', version: 1 } }],
    });
  });

  it('of another header, body and URL names each place', async () => {
    const { id } = await prepare();
    const { firstCall, secondCall } = setup;
    await save(id, {
      apiCalls: [
        { ...firstCall, headers: { 'X-Team': 'a' }, body: '{"n": {{n}}, "v": 2}' },
        { ...secondCall, url: `${setup.target.url}/third/{{token}}` },
      ],
    });
    const { passed, results } = await runAll(id);
    expect(passed).toBe(false);
    expect(results[0]).toMatchObject({
      outcome: 'differs',
      differences: [
        { where: 'Call “First”', field: 'Header x-team', former: 'None', next: 'a' },
        { where: 'Call “First”', field: 'Body', lines: expect.any(Array) },
        { where: 'Call “Second”', field: 'URL', next: expect.stringMatching(/\/third\/abc$/) },
      ],
    });
    expect(await runAll(id, { version: 1 })).toMatchObject({ version: 1, passed: true });
  });

  it('that would leave a call out differs', async () => {
    const { id } = await prepare();
    await save(id, { apiCalls: [setup.firstCall] });
    expect((await runAll(id)).results[0]).toMatchObject({
      outcome: 'differs',
      differences: [{ where: 'Call “Second”', next: 'Not sent' }],
    });
  });

  it('that sends the same in another order differs', async () => {
    const url = `${setup.target.url}/fixed`;
    const [a, b] = ['A', 'B'].map((name) => ({ id: name, name, method: 'GET', url }));
    const { id } = await prepare({ apiCalls: [a, b] });
    await save(id, { apiCalls: [b, a] });
    expect((await runAll(id)).results[0]).toMatchObject({
      outcome: 'differs',
      differences: [
        { where: 'Requests', field: 'Order', former: 'Call “A”, Call “B”', next: 'Call “B”, Call “A”' },
      ],
    });
  });

  it('that comes to a request nobody recorded is stale, and names it', async () => {
    const { id } = await prepare();
    const { firstCall, secondCall } = setup;
    const added = { id: 'new', name: 'New', method: 'GET', url: `${setup.target.url}/new` };
    await save(id, { apiCalls: [firstCall, added, secondCall] });
    expect((await runAll(id)).results[0]).toMatchObject({
      outcome: 'stale',
      unrecorded: { callName: 'New', request: `GET ${setup.target.url}/new` },
    });
  });

  it('of one that failed passes as long as it fails', async () => {
    setup.answers.handler = (_request, response) => response.writeHead(500).end('{}');
    const { id } = await prepare();
    expect(await runAll(id)).toMatchObject({ passed: true });
    await save(id, { responseHandlingSteps: [makeHandling('first', [], { defaultAction: 'continue' })] });
    expect((await runAll(id)).results[0]).toMatchObject({
      outcome: 'differs',
      differences: [
        {
          where: 'End',
          former: expect.stringContaining('First: '),
          next: expect.stringContaining('Second: '),
        },
      ],
    });
  });

  it('of named tests leaves the others alone', async () => {
    const { id, executionId } = await prepare();
    const second = await record(id, executionId, 'Second');
    expect((await runAll(id, { tests: [second.id] })).results).toMatchObject([{ name: 'Second' }]);
    expect(await listTests(setup.context, setup.actor, id)).toMatchObject({
      tests: [{ lastResult: { outcome: 'passed' } }, { lastResult: null }],
    });
    const unknown = await runTests(setup.context, setup.actor, id, { tests: [second.id, 'no-such-test'] });
    expect(unknown).toEqual({ kind: 'not-found' });
  });
});

describe('what is not compared', () => {
  it('are the places of a request that the test ignores', async () => {
    const { id, test } = await prepare();
    await save(id, {
      apiCalls: [
        { ...setup.firstCall, headers: { 'X-Team': 'a' }, body: '{"n": {{n}}, "v": 2}' },
        setup.secondCall,
      ],
    });
    await edit(id, test.id, { ignored: ['$.body.v'] });
    expect((await runAll(id)).results[0]?.differences).toMatchObject([{ field: 'Header x-team' }]);
    await edit(id, test.id, { ignored: ['$.body.v', "$.headers['x-team']"] });
    expect(await runAll(id)).toMatchObject({ passed: true });
  });

  it('are secrets: another one is masked alike', async () => {
    const { firstCall, secondCall } = setup;
    const { id } = await prepare({
      apiCalls: [{ ...firstCall, authConfig: bearer('sesame-open-77') }, secondCall],
    });
    await save(id, { apiCalls: [{ ...firstCall, authConfig: bearer('another-token-99') }, secondCall] });
    expect(await runAll(id)).toMatchObject({ passed: true });
  });
});

describe('conditions', () => {
  it('hold of the variables in the end, or the test differs', async () => {
    const { id, test } = await prepare();
    await edit(id, test.id, { conditions: [{ field: 'token', operator: 'equals', value: 'abc' }] });
    expect(await runAll(id)).toMatchObject({ passed: true });
    await edit(id, test.id, { conditions: [{ field: 'whole.token', operator: 'equals', value: 'xyz' }] });
    expect((await runAll(id)).results[0]).toMatchObject({
      outcome: 'differs',
      differences: [
        {
          where: 'Conditions',
          field: 'whole.token',
          former: 'whole.token equals "xyz"',
          next: 'whole.token equals "xyz" is not met: the value is "abc".',
        },
      ],
    });
  });

  it('and paths that say nothing are refused', async () => {
    const { id, test } = await prepare();
    const refuse = (input: object) => changeTest(setup.context, setup.actor, id, test.id, input);
    expect(await refuse({ conditions: [{ field: '', operator: 'exists' }] })).toMatchObject({
      kind: 'invalid',
      fields: { 'conditions.0.field': ['Field to check is required'] },
    });
    expect(await refuse({ ignored: ['.v'] })).toMatchObject({ kind: 'invalid' });
    expect(await refuse({ ignored: Array.from({ length: 21 }, () => '$.body.v') })).toMatchObject({
      kind: 'invalid',
    });
    expect(await refuse({ name: ' ' })).toMatchObject({ kind: 'invalid' });
  });
});

async function chainWith(name: string) {
  const made = await createConnection(setup.context, setup.actor, {
    name,
    baseUrl: setup.target.url,
    kind: 'bearer',
    config: { token: 'sesame-open-77' },
  });
  if (made.kind !== 'connection') throw new Error(JSON.stringify(made));
  const authConfig = { type: 'connection', connectionId: made.connection.id };
  return { apiCalls: [{ ...setup.firstCall, authConfig }, setup.secondCall] };
}

describe('another connection of a call', () => {
  it('differs by name until it is accepted, or is not compared', async () => {
    const { id, test } = await prepare(await chainWith('Shop'));
    await save(id, await chainWith('Stock'));
    expect((await runAll(id)).results).toMatchObject([
      {
        outcome: 'differs',
        differences: [
          {
            where: 'Call “First”',
            field: 'Connection',
            former: 'Shop (Bearer token)',
            next: 'Stock (Bearer token)',
          },
        ],
      },
    ]);
    await edit(id, test.id, { ignored: ['$.connection'] });
    expect(await runAll(id)).toMatchObject({ passed: true });
    await edit(id, test.id, { ignored: [] });
    await acceptTest(setup.context, setup.actor, id, test.id, {});
    expect(await runAll(id)).toMatchObject({ passed: true });
  });
});

describe('a recording', () => {
  it('holds nothing in the clear, and no secret at all that the log does not hold', async () => {
    const { context } = setup;
    setup.answers.handler = answerJson({ token: 'given-in-confidence' });
    const id = await setup.seed(await chainWith('Shop'));
    const executionId = await run(id, '{"n":1.10,"card":"a-card-of-ada"}');
    await record(id, executionId);
    const rows = await context.db.all(context.db.build.selectFrom('test_recordings').selectAll());
    const tests = await context.db.all(context.db.build.selectFrom('recorded_tests').selectAll());
    const stored = JSON.stringify([rows, tests]);
    expect(rows).toHaveLength(1);
    for (const text of ['sesame-open-77', 'given-in-confidence', 'a-card-of-ada', '/second'])
      expect(stored).not.toContain(text);
    const result = await runAll(id);
    expect(result).toMatchObject({ passed: true });
    expect(JSON.stringify(result)).not.toContain('sesame');
  });

  it('stands by itself when its execution is gone, and goes with the integration', async () => {
    const { id, executionId } = await prepare();
    const { db } = setup.context;
    const endedBefore = { completed: Number.MAX_SAFE_INTEGER, failed: Number.MAX_SAFE_INTEGER };
    await deleteOldExecutions(db, { endedBefore, integrationId: id, after: '', limit: 10 });
    expect(await setup.findExecution(executionId)).toBeUndefined();
    expect(await runAll(id)).toMatchObject({ passed: true, results: [{ outcome: 'passed' }] });
    await deleteIntegration(setup.context, setup.actor, id);
    await purgeIntegration(setup.context, id, never);
    expect(await db.all(db.build.selectFrom('test_recordings').selectAll())).toEqual([]);
  });

  it('is not made of an answer that the log has cut', async () => {
    setup.answers.handler = (_request, response) => response.end(JSON.stringify('x'.repeat(300 * 1024)));
    const id = await setup.seed();
    const executionId = await run(id);
    expect(await recordTest(setup.context, setup.actor, id, { executionId, name: 'Cut' })).toEqual({
      kind: 'invalid',
      message: 'The log holds only the first part of the response to “First”, so it cannot be played back.',
    });
  });

  it('is made of what ended by itself alone', async () => {
    const id = await setup.seed();
    const executionId = await setup.accept(id);
    expect(await recordTest(setup.context, setup.actor, id, { executionId, name: 'Queued' })).toEqual({
      kind: 'invalid',
      message: 'Only an execution that completed or failed can be kept as a test.',
    });
  });

  it(`is one of ${maxRecordedTests} at most`, async () => {
    const { id, executionId } = await prepare();
    const { db } = setup.context;
    const row = await db.first(db.build.selectFrom('recorded_tests').selectAll());
    const rows = Array.from({ length: maxRecordedTests - 1 }, (_none, at) => ({
      ...row!,
      id: `copy-${at}`,
    }));
    await db.run(db.build.insertInto('recorded_tests').values(rows));
    const refused = await recordTest(setup.context, setup.actor, id, { executionId, name: 'One more' });
    expect(refused).toMatchObject({ kind: 'invalid', message: expect.stringContaining('at most 100') });
  });

  it('keeps retries and the notice of a rule apart', async () => {
    const { url } = setup.target;
    const retryConfig = { retryDelay: 1_000, maxRetries: 1 };
    const rules = [
      { statusCodes: [503], action: 'retry', retryConfig },
      { statusCodes: ['2xx'], action: 'webhook', webhookURL: `${url}/notice` },
    ];
    let isFirst = true;
    setup.answers.handler = (request, response) => {
      const status = isFirst ? 503 : 200;
      isFirst = false;
      return answerJson({ token: 'abc' }, status)(request, response);
    };
    const id = await setup.seed({ responseHandlingSteps: [makeHandling('first', rules)] });
    const executionId = await run(id);
    setup.context.clock.advance(1_000);
    await runExecution(setup.context, await setup.claim(), never);
    expect(setup.target.received.map((request) => request.url)).toEqual([
      '/first',
      '/first',
      '/notice',
      '/second/abc',
    ]);
    expect(await record(id, executionId)).toMatchObject({ requests: 4 });
    expect(await runAll(id)).toMatchObject({ passed: true });
  });

  it('keeps each page of a list, and what became of them', async () => {
    setup.answers.handler = (request, response) => {
      const page = Number(/page=(\d+)/.exec(request.url)?.[1] ?? 0);
      return answerJson({ data: [1, 2, 3].slice(page * 2 - 2, page * 2) })(request, response);
    };
    const next = { by: 'page', param: 'page', pageSize: 2 };
    const repeat = { kind: 'pages', next, items: '$.data', saveAs: 'orders' };
    const read = { ...setup.firstCall, url: `${setup.target.url}/orders`, repeat };
    const { id, test } = await prepare({ apiCalls: [read] });
    expect(test).toMatchObject({ requests: 2 });
    await edit(id, test.id, { conditions: [{ field: 'orders[2]', operator: 'equals', value: 3 }] });
    expect(await runAll(id)).toMatchObject({ passed: true });
    await save(id, { apiCalls: [{ ...read, repeat: { ...repeat, maxPages: 1 } }] });
    expect((await runAll(id)).results[0]?.differences).toMatchObject([
      { where: 'Call “First”, page 2', next: 'Not sent' },
      { where: 'Conditions', field: 'orders[2]' },
    ]);
  });

  it('may be of a replay, whose first calls another execution sent', async () => {
    let isDown = true;
    setup.answers.handler = (request, response) =>
      answerJson({ token: 'abc' }, isDown && request.url.startsWith('/second') ? 500 : 200)(
        request,
        response,
      );
    const id = await setup.seed();
    const failed = await run(id);
    isDown = false;
    const target = { integrationId: id, executionId: failed, from: 'failed' } as const;
    const replayed = await replayExecution(setup.context, setup.actor, target);
    if (replayed.kind !== 'queued') throw new Error(replayed.kind);
    await runExecution(setup.context, await setup.claim(), never);
    await record(id, replayed.executionId);
    expect(await runAll(id)).toMatchObject({ passed: true });
  });
});

it('is renamed, deleted and audited', async () => {
  const { id, test } = await prepare();
  await edit(id, test.id, { name: 'Order with discount' });
  expect(await findTest(setup.context, setup.actor, id, test.id)).toMatchObject({
    test: { name: 'Order with discount' },
  });
  expect(await deleteTest(setup.context, setup.actor, id, test.id)).toEqual({
    kind: 'deleted',
    name: 'Order with discount',
  });
  expect(await findTest(setup.context, setup.actor, id, test.id)).toEqual({ kind: 'not-found' });
  expect(await listAuditEntries()).toEqual([
    { kind: 'test-recorded', detail: 'Order 1' },
    { kind: 'test-changed', detail: 'Order with discount' },
    { kind: 'test-deleted', detail: 'Order with discount' },
  ]);
});

it('is for members of the organization only', async () => {
  const { id, executionId, test } = await prepare();
  const { context } = setup;
  const { user, organizationId } = await createTestUser(context);
  const stranger = { userId: user.id, organizationId };
  const missing = { kind: 'not-found' };
  expect(await listTests(context, stranger, id)).toEqual(missing);
  expect(await findTest(context, stranger, id, test.id)).toEqual(missing);
  expect(await recordTest(context, stranger, id, { executionId, name: 'Mine' })).toEqual(missing);
  expect(await changeTest(context, stranger, id, test.id, { name: 'Mine' })).toEqual(missing);
  expect(await deleteTest(context, stranger, id, test.id)).toEqual(missing);
  expect(await runTests(context, stranger, id, {})).toEqual(missing);
  const other = await setup.seed();
  expect(await findTest(context, setup.actor, other, test.id)).toEqual(missing);
  expect(await recordTest(context, setup.actor, other, { executionId, name: 'Mine' })).toMatchObject(missing);
});
