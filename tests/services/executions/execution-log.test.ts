import { beforeEach, expect, it } from 'vitest';
import { insertStep } from '~/db/executions/steps';
import { stringifyJson } from '~/engine/json/json';
import { findExecutionLog, listExecutionLogs, listExecutions } from '~/services/executions/execution-log';
import { createTestUser } from '../../support/accounts';
import type { TestContext } from '../../support/context';
import {
  addTestCall,
  completeTestExecution,
  createIntegrationContext,
  createTestExecution,
  createTestIntegration,
  type Owner,
} from '../../support/executions';
import { times } from '../../support/in-turn';

let context: TestContext;
let owner: Owner;

beforeEach(async () => {
  ({ context, owner } = await createIntegrationContext());
});

async function readLog(id: string) {
  const log = await findExecutionLog(context.db, owner, id);
  if (!log) throw new Error('The execution was not found');
  return log;
}

it('tells an execution with the fields of the JSON API', async () => {
  const id = await createTestExecution(context, owner, '{"repository":{"full_name":"acme/robot"}}');
  await addTestCall(context, id, {
    name: 'Create issue',
    request: {
      method: 'POST',
      url: 'https://api.example.com/issues',
      headers: [['accept', '*/*']],
      body: '{}',
    },
    response: {
      status: 201,
      statusText: 'Created',
      headers: [['x-id', '7']],
      body: '{"id":7}',
      bodyBytes: 8,
    },
    extractions: [
      { variableName: 'issue', jsonPath: '$', type: 'object', success: true, value: { id: 7 } },
      { variableName: 'issue_id', jsonPath: '.id', type: 'number', success: true, value: 7 },
      { variableName: 'url', jsonPath: '.url', type: 'missing', success: false, message: 'Nothing' },
    ],
  });
  context.clock.advance(250);
  await completeTestExecution(context, owner, id);

  expect(await readLog(id)).toEqual({
    id,
    status: 'completed',
    triggerType: 'webhook',
    isTest: false,
    startedAt: '2026-01-05T12:00:00.000Z',
    completedAt: '2026-01-05T12:00:00.250Z',
    duration: 250,
    errorMessage: null,
    note: null,
    loops: [],
    triggerData: { repository: { full_name: 'acme/robot' } },
    executionData: { issue: { id: 7 }, issue_id: 7 },
    scheduledExecution: null,
    replayOf: null,
    apiCallLogs: [
      {
        step: 0,
        kind: 'call',
        callId: 'call-0',
        apiCallName: 'Create issue',
        status: 'success',
        message: 'HTTP 201',
        error: null,
        startedAt: '2026-01-05T12:00:00.000Z',
        duration: 120,
        request: {
          method: 'POST',
          url: 'https://api.example.com/issues',
          headers: { accept: '*/*' },
          body: '{}',
          truncated: false,
          apiCallName: 'Create issue',
          responseHandling: null,
          responseHandlingStep: null,
          retryData: null,
        },
        response: {
          status: 201,
          statusText: 'Created',
          headers: { 'x-id': '7' },
          body: '{"id":7}',
          bodyBytes: 8,
          binary: false,
          truncated: false,
          responseMapping: {
            saveAs: { variableName: 'issue', jsonPath: '$', type: 'object', success: true, value: { id: 7 } },
            extractions: [
              { variableName: 'issue_id', jsonPath: '.id', type: 'number', success: true, value: 7 },
              { variableName: 'url', jsonPath: '.url', type: 'missing', success: false, message: 'Nothing' },
            ],
          },
        },
        sends: 1,
        webhookExecution: null,
      },
    ],
    conditionalExecutionLogs: [],
  });
});

it('keeps the digits of numbers', async () => {
  const id = await createTestExecution(context, owner, '{"id":9007199254740993,"price":1.10}');
  await addTestCall(context, id, {
    response: {},
    extractions:
      '[{"variableName":"big","jsonPath":".id","type":"number","success":true,"value":12345678901234567890}]',
  });
  const log = await readLog(id);
  expect(stringifyJson(log.triggerData)).toBe('{"id":9007199254740993,"price":1.10}');
  expect(stringifyJson(log.executionData)).toBe('{"big":12345678901234567890}');
});

it('tells a request without a response, one sent twice, and a call that was never sent', async () => {
  const id = await createTestExecution(context, owner);
  await addTestCall(context, id, { step: 0, response: null, errorMessage: 'connection refused' });
  await addTestCall(context, id, { step: 1, sends: 2 });
  await insertStep(context.db, {
    execution_id: id,
    step: 2,
    kind: 'call',
    call_id: 'call-2',
    name: '',
    status: 'error',
    error_message: 'Unknown variable: repo',
    extractions: null,
    saved: null,
  });

  const [refused, repeated, unsent] = (await readLog(id)).apiCallLogs;
  expect(refused).toMatchObject({ status: 'error', error: 'connection refused', response: null, sends: 1 });
  expect(repeated).toMatchObject({ status: 'running', duration: null, response: null, sends: 2 });
  expect(unsent).toMatchObject({ request: null, response: null, error: 'Unknown variable: repo', sends: 0 });
});

it('joins header fields of one name', async () => {
  const id = await createTestExecution(context, owner);
  const headers: [string, string][] = [
    ['vary', 'a'],
    ['via', 'x'],
    ['vary', 'b'],
  ];
  await addTestCall(context, id, { response: { headers } });
  expect((await readLog(id)).apiCallLogs[0]?.response?.headers).toEqual({ vary: 'a, b', via: 'x' });
});

it('lists newest first and goes on behind a cursor', async () => {
  const ids = (await times(5, () => createTestExecution(context, owner))).toReversed();
  const first = await listExecutionLogs(context.db, { ...owner, limit: 2 });
  expect(first.logs.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  expect(first.nextBefore).toBe(ids[1]);
  const rest = await listExecutionLogs(context.db, { ...owner, before: first.nextBefore, limit: 3 });
  expect(rest.logs.map(({ id }) => id)).toEqual(ids.slice(2));
  expect(rest.nextBefore).toBeUndefined();
});

it('ends a page early rather than reading bodies without end, and loses none', async () => {
  const heavy = 'x'.repeat(3 * 1024 * 1024);
  const ids = (await times(3, () => createTestExecution(context, owner))).toReversed();
  for (const id of ids) await addTestCall(context, id, { response: { body: heavy } });
  const first = await listExecutionLogs(context.db, { ...owner, limit: 100 });
  expect(first.logs.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  const second = await listExecutionLogs(context.db, { ...owner, before: first.nextBefore, limit: 100 });
  expect(second.logs.map(({ id }) => id)).toEqual(ids.slice(2));
  expect(second.nextBefore).toBeUndefined();
});

it('returns a log that is heavier than a page', async () => {
  const id = await createTestExecution(context, owner, JSON.stringify('x'.repeat(9 * 1024 * 1024)));
  await createTestExecution(context, owner);
  const newest = await listExecutionLogs(context.db, { ...owner, limit: 100 });
  expect(newest.nextBefore).toBeDefined();
  const heavy = await listExecutionLogs(context.db, { ...owner, before: newest.nextBefore, limit: 100 });
  expect(heavy.logs.map((log) => log.id)).toEqual([id]);
});

it('says of a listed execution whether there is a log to open', async () => {
  const bare = await createTestExecution(context, owner, null);
  const called = await createTestExecution(context, owner, null);
  await addTestCall(context, called, { response: {} });
  const triggered = await createTestExecution(context, owner);
  const listed = await listExecutions(context.db, { ...owner, limit: 10 });
  expect(listed.map(({ id, hasDetails }) => [id, hasDetails])).toEqual([
    [triggered, true],
    [called, true],
    [bare, false],
  ]);
});

it('shows nothing to another organization or under another integration', async () => {
  const id = await createTestExecution(context, owner);
  const foreign = { ...owner, organizationId: (await createTestUser(context)).organizationId };
  const sibling = await createTestIntegration(context, owner.organizationId);
  for (const other of [foreign, sibling]) {
    expect(await listExecutions(context.db, { ...other, limit: 10 })).toEqual([]);
    expect((await listExecutionLogs(context.db, { ...other, limit: 10 })).logs).toEqual([]);
    expect(await findExecutionLog(context.db, other, id)).toBeUndefined();
  }
});
