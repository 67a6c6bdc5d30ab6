import { beforeEach, expect, it } from 'vitest';
import { findExecutionLog } from '~/services/executions/execution-log';
import type { LoggedRequest } from '~/engine/logged';
import { createLogFormatter } from '~/routes/integration.$integrationId.logs/log-view/format-log';
import { createTestUser } from '../../../support/accounts';
import { createTestContext, type TestContext } from '../../../support/context';
import {
  addTestCall,
  createTestExecution,
  createTestIntegration,
  type Owner,
} from '../../../support/executions';

let context: TestContext;
let owner: Owner;

beforeEach(async () => {
  context = await createTestContext();
  owner = createTestIntegration(context, createTestUser(context).organizationId);
});

function describe(id: string, describer = createLogFormatter()) {
  const log = findExecutionLog(context.db, owner, id);
  if (!log) throw new Error('The execution was not found');
  return describer(log);
}

function describeCall(call: Parameters<typeof addTestCall>[2]) {
  const id = createTestExecution(context, owner);
  addTestCall(context, id, call);
  return describe(id).calls[0];
}

it('lays out JSON with its digits and leaves other text alone', () => {
  const shown = describe(createTestExecution(context, owner, '{"id":9007199254740993}'));
  expect(shown.triggerData).toEqual({ text: '{\n  "id": 9007199254740993\n}', notes: [] });
  expect(describeCall({ response: { body: '<b>{ 1 }</b>' } })?.response?.body?.text).toBe('<b>{ 1 }</b>');
});

it('names a call without a name by its place, and has nothing for what is empty', () => {
  expect(describeCall({ step: 1, response: {} })).toMatchObject({
    name: 'API Call 2',
    request: { headers: null, body: null },
    response: { headers: null, body: null, extractions: [] },
  });
});

it('says when a body is binary, truncated, or longer than is shown', () => {
  const binary = describeCall({ response: { body: 'AAEC', bodyBytes: 3, binary: true } });
  expect(binary?.response?.body?.notes).toEqual(['Binary data of 3 bytes, shown as Base64.']);
  const truncated = describeCall({ response: { body: 'x', bodyBytes: 1_234_567, truncated: true } });
  expect(truncated?.response?.body?.notes).toEqual([
    'Truncated: the log keeps only the first part of a large body. It had 1,234,567 bytes.',
  ]);
  const long = describeCall({ request: { body: 'x'.repeat(100_000) }, response: {} });
  expect(long?.request?.body?.text).toHaveLength(64 * 1024);
  expect(long?.request?.body?.notes).toEqual(['Only the beginning of 100,000 characters is shown.']);
});

it('shows the whole length of a page once, and then only beginnings', () => {
  const describer = createLogFormatter();
  const ids = Array.from({ length: 20 }, () => {
    const id = createTestExecution(context, owner, null);
    addTestCall(context, id, { response: { body: 'x'.repeat(100_000) } });
    return id;
  });
  const lengths = ids.map((id) => describe(id, describer).calls[0]?.response?.body?.text.length);
  expect(lengths.slice(0, 16)).toEqual(Array(16).fill(64 * 1024));
  expect(lengths.slice(16)).toEqual(Array(4).fill(2 * 1024));
});

it('tells of each extraction its value, or why there is none', () => {
  const call = describeCall({
    response: {},
    extractions: [
      { variableName: 'all', jsonPath: '$', type: 'object', success: true, message: 'The value is long' },
      { variableName: 'id', jsonPath: '.id', type: 'number', success: true, value: 7 },
      { variableName: 'name', jsonPath: '.name', type: 'string', success: true, value: 'x'.repeat(400) },
      { variableName: 'gone', jsonPath: '.gone', type: 'null', success: true, value: null },
      { variableName: 'url', jsonPath: '.url', type: 'missing', success: false, message: 'Nothing at .url' },
    ],
  });
  expect(call?.response?.extractions.map(({ text }) => text)).toEqual([
    'The value is long',
    '7',
    `${'x'.repeat(300)}…`,
    'null',
    'Nothing at .url',
  ]);
});

function isWebhook(request: Partial<LoggedRequest>): boolean {
  return describeCall({ request })?.webhook !== null;
}

it('tells the calls that notify a webhook', () => {
  const body = '{"executionId":"1","originalApiCall":{}}';
  expect(isWebhook({ url: 'https://example.com/Webhook/1' })).toBe(true);
  expect(isWebhook({ headers: [['X-Execution-Id', '1']] })).toBe(true);
  expect(isWebhook({ method: 'POST', body })).toBe(true);
  expect(isWebhook({ method: 'PUT', body })).toBe(false);
  expect(isWebhook({})).toBe(false);
});

it('tells when and why a webhook was called, and about which call', () => {
  const originalApiCall = {
    name: 'Charge',
    url: 'https://api.example.com/',
    method: 'POST',
    statusCode: 409,
  };
  const request = { method: 'POST', body: JSON.stringify({ executionId: '1', originalApiCall }) };
  const timestamp = new Date(context.now()).toISOString();
  expect(describeCall({ request })?.webhook).toEqual({
    status: 'pending',
    facts: [
      ['Timestamp', timestamp],
      ['Trigger reason', 'A call of the chain'],
      ['Original API call', 'Charge: POST https://api.example.com/ → HTTP 409'],
    ],
  });
  expect(describeCall({ request: { url: 'https://example.com/webhook' }, response: {} })?.webhook).toEqual({
    status: 'success',
    facts: [
      ['Timestamp', timestamp],
      ['Trigger reason', 'A call of the chain'],
    ],
  });
});
