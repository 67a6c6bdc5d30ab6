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
import { times } from '../../../support/in-turn';
import { addLargeFile } from '../../../support/large-files';

let context: TestContext;
let owner: Owner;

beforeEach(async () => {
  context = await createTestContext();
  owner = await createTestIntegration(context, (await createTestUser(context)).organizationId);
});

async function describe(id: string, describer = createLogFormatter()) {
  const log = await findExecutionLog(context.db, owner, id);
  if (!log) throw new Error('The execution was not found');
  return describer(log);
}

async function describeCall(call: Parameters<typeof addTestCall>[2]) {
  const id = await createTestExecution(context, owner);
  await addTestCall(context, id, call);
  return (await describe(id)).calls[0];
}

it('lays out JSON with its digits and leaves other text alone', async () => {
  const shown = await describe(await createTestExecution(context, owner, '{"id":9007199254740993}'));
  expect(shown.triggerData).toEqual({ text: '{\n  "id": 9007199254740993\n}', notes: [] });
  expect((await describeCall({ response: { body: '<b>{ 1 }</b>' } }))?.response?.body?.text).toBe(
    '<b>{ 1 }</b>',
  );
});

it('links to a large file as long as it is kept, and then says why it is gone', async () => {
  const id = await createTestExecution(context, owner);
  const { organizationId } = owner;
  const { sha256 } = await addLargeFile(context, { organizationId, executionId: id }, Buffer.alloc(2_000));
  const value = { name: 'scan.pdf', type: 'application/pdf', size: 2_000, sha256 };
  const saved = { variableName: 'scan', jsonPath: 'the whole response', type: 'file', success: true, value };
  await addTestCall(context, id, { response: {}, extractions: [saved] });
  const shown = { name: 'scan.pdf', source: '{{scan}}' };
  const facts = `application/pdf, 2,000 bytes, SHA-256 ${sha256}`;
  expect((await describe(id)).files).toEqual([{ ...shown, text: facts, query: 'step=0&name=scan' }]);
  context.db.sqlite.exec('update saved_files set removed_at = 1');
  const text = `${facts}. It was deleted to make room for newer files.`;
  expect((await describe(id)).files).toEqual([{ ...shown, text, query: null }]);
});

it('names a call without a name by its place, and has nothing for what is empty', async () => {
  expect(await describeCall({ step: 1, response: {} })).toMatchObject({
    name: 'API Call 2',
    request: { headers: null, body: null },
    response: { headers: null, body: null, extractions: [] },
  });
});

it.each([
  ['https://api.example.com/orders', true],
  ['smtps://mail.example.com', false],
  ['store://orders/1', false],
])('offers the request to %s as a cURL command: %s', async (url, offers) => {
  const call = await describeCall({ request: { url }, response: {} });
  expect(call?.request?.curl !== undefined).toBe(offers);
});

it('names the call that ended the execution, and not an earlier one that failed in the same words', async () => {
  const id = await createTestExecution(context, owner);
  const failure = { errorMessage: 'HTTP 503: Service Unavailable', response: { status: 503 } };
  await addTestCall(context, id, { step: 0, name: 'Optional', ...failure });
  await addTestCall(context, id, { step: 1, name: 'Needed', ...failure });
  const errorMessage = 'Needed: HTTP 503: Service Unavailable';
  const { calls } = await describe(id, (log) => createLogFormatter()({ ...log, errorMessage }));
  expect(calls.map(({ name, isEnding }) => [name, isEnding])).toEqual([
    ['Optional', false],
    ['Needed', true],
  ]);
});

it.each([
  ['2 of 5 items failed. Item 3 of 5: Ship: HTTP 503', 'Ship 3'],
  ['Item 5 of 5: Ship: HTTP 503', 'Ship 5'],
  // As a target that calls others may put it.
  ['Report: HTTP 502: Ship: HTTP 503', 'Report'],
])('finds the call of the error %s', async (errorMessage, ending) => {
  const id = await createTestExecution(context, owner);
  await addTestCall(context, id, { step: 0, name: 'Ship', errorMessage: 'HTTP 503' });
  const { calls } = await describe(id, (log) => {
    const apiCallLogs = log.apiCallLogs.flatMap((call) => [
      { ...call, apiCallName: 'Report', error: 'HTTP 502: Ship: HTTP 503' },
      { ...call, loop: { id: 'each', index: 3, of: 5 } },
      { ...call, loop: { id: 'each', index: 5, of: 5 } },
    ]);
    return createLogFormatter()({ ...log, apiCallLogs, errorMessage });
  });
  const found = calls.filter(({ isEnding }) => isEnding);
  expect(found.map(({ name, item }) => [name, item?.index].join(' ').trim())).toEqual([ending]);
});

it('names the call under way when the execution was ended from outside', async () => {
  const id = await createTestExecution(context, owner);
  const errorMessage = 'The execution took longer than 15 minutes.';
  await addTestCall(context, id, { step: 0, name: 'Slow', errorMessage });
  const { calls } = await describe(id, (log) => createLogFormatter()({ ...log, errorMessage }));
  expect(calls).toMatchObject([{ name: 'Slow', isEnding: true }]);
});

it('says of a call that lacked a variable which call before was to save it, and why it did not', async () => {
  const id = await createTestExecution(context, owner);
  const lost = { jsonPath: '.id', type: 'missing', success: false };
  await addTestCall(context, id, {
    name: 'Look up',
    response: {},
    extractions: [
      { ...lost, variableName: 'cid', message: 'not mapped: nothing was found at .id' },
      { ...lost, variableName: 'other', message: 'not mapped: nothing was found at .other' },
    ],
  });
  const errorMessage = 'The variable {{cid.name}} in the URL has no value.';
  await addTestCall(context, id, { step: 1, sends: 0, errorMessage });
  await addTestCall(context, id, { step: 2, errorMessage });
  const edits = new Map([['call-1', { findEditUrl: (of: string) => `/edit/${of}#call-2` }]]);
  const { calls } = await describe(id, createLogFormatter(edits));
  expect(calls.map(({ causes, editUrl }) => [causes, editUrl])).toEqual([
    [[], null],
    [['Look up was to save it: nothing was found at .id.'], `/edit/${id}#call-2`],
    [[], null],
  ]);
});

it('shows the note that a call has now, but not beside a notice about it', async () => {
  const id = await createTestExecution(context, owner);
  await addTestCall(context, id, { response: {} });
  await addTestCall(context, id, { step: 1, kind: 'webhook', response: {} });
  await addTestCall(context, id, { step: 2, request: { url: 'https://a.test/webhook' }, response: {} });
  const call = { findEditUrl: () => '/integration/1#call-1', note: 'Counts in cents.' };
  const current = new Map([0, 1, 2].map((step) => [`call-${step}`, call]));
  const { calls } = await describe(id, createLogFormatter(current));
  expect(calls.map(({ note }) => note)).toEqual([call.note, null, call.note]);
});

it('says which variables of the payload a call was sent without, also when it succeeded', async () => {
  const lacked = [{ variableName: 'phone', jsonPath: '.contact.phone' }];
  const sent = { request: { lacked }, response: {} };
  expect(await describeCall(sent)).toMatchObject({
    lacked: ['phone'],
    causes: ['{{phone}} was sent without a value: the payload has nothing at .contact.phone.'],
  });
  expect(await describeCall({ response: {} })).toMatchObject({ lacked: [], causes: [] });
});

it('says what may help after a call that failed, as long as the call is in the chain', async () => {
  const id = await createTestExecution(context, owner);
  await addTestCall(context, id, { errorMessage: 'HTTP 401: Unauthorized', response: { status: 401 } });
  const edits = new Map([['call-0', { findEditUrl: () => '/integration/1#call-1' }]]);
  const causesOf = async (view: ReturnType<typeof createLogFormatter>) =>
    (await describe(id, view)).calls[0]?.causes;
  expect(await causesOf(createLogFormatter())).toEqual([]);
  expect(await causesOf(createLogFormatter(edits))).toEqual([
    'The target refused who is asking: check what the call sends under Auth.',
  ]);
});

it('says when a body is binary, truncated, or longer than is shown', async () => {
  const binary = await describeCall({ response: { body: 'AAEC', bodyBytes: 3, binary: true } });
  expect(binary?.response?.body?.notes).toEqual(['Binary data of 3 bytes, shown as Base64.']);
  const truncated = await describeCall({ response: { body: 'x', bodyBytes: 1_234_567, truncated: true } });
  expect(truncated?.response?.body?.notes).toEqual([
    'Truncated: the log keeps only the first part of a large body. It had 1,234,567 bytes.',
  ]);
  const long = await describeCall({ request: { body: 'x'.repeat(100_000) }, response: {} });
  expect(long?.request?.body?.text).toHaveLength(64 * 1024);
  expect(long?.request?.body?.notes).toEqual(['Only the beginning of 100,000 characters is shown.']);
});

it('shows the whole length of a page once, and then only beginnings', async () => {
  const describer = createLogFormatter();
  const ids = await times(20, async () => {
    const id = await createTestExecution(context, owner, null);
    await addTestCall(context, id, { response: { body: 'x'.repeat(100_000) } });
    return id;
  });
  const lengths = await Promise.all(
    ids.map(async (id) => (await describe(id, describer)).calls[0]?.response?.body?.text.length),
  );
  expect(lengths.slice(0, 16)).toEqual(Array(16).fill(64 * 1024));
  expect(lengths.slice(16)).toEqual(Array(4).fill(2 * 1024));
});

it('tells of each extraction its value, or why there is none', async () => {
  const call = await describeCall({
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
    `${'x'.repeat(299)}…`,
    'null',
    'Nothing at .url',
  ]);
});

async function isWebhook(request: Partial<LoggedRequest>): Promise<boolean> {
  return (await describeCall({ request }))?.webhook !== null;
}

it('tells the calls that notify a webhook', async () => {
  const body = '{"executionId":"1","originalApiCall":{}}';
  expect(await isWebhook({ url: 'https://example.com/Webhook/1' })).toBe(true);
  expect(await isWebhook({ headers: [['X-Execution-Id', '1']] })).toBe(true);
  expect(await isWebhook({ method: 'POST', body })).toBe(true);
  expect(await isWebhook({ method: 'PUT', body })).toBe(false);
  expect(await isWebhook({})).toBe(false);
});

it('tells when and why a webhook was called, and about which call', async () => {
  const originalApiCall = {
    name: 'Charge',
    url: 'https://api.example.com/',
    method: 'POST',
    statusCode: 409,
  };
  const request = { method: 'POST', body: JSON.stringify({ executionId: '1', originalApiCall }) };
  const timestamp = new Date(context.now()).toISOString();
  expect((await describeCall({ request }))?.webhook).toEqual({
    status: 'pending',
    facts: [
      ['Timestamp', { at: timestamp }],
      ['Trigger reason', 'A call of the chain'],
      ['Original API call', 'Charge: POST https://api.example.com/ → HTTP 409'],
    ],
  });
  expect(
    (await describeCall({ request: { url: 'https://example.com/webhook' }, response: {} }))?.webhook,
  ).toEqual({
    status: 'success',
    facts: [
      ['Timestamp', { at: timestamp }],
      ['Trigger reason', 'A call of the chain'],
    ],
  });
});

it.each([
  ['SubscriptionConfirmation', true],
  ['Notification', false],
])('knows a message of the type %s', async (Type, asks) => {
  const message = { Type, TopicArn: 'arn:aws:sns:eu-west-1:1:orders', SubscribeURL: 'https://sns.example' };
  const shown = await describe(await createTestExecution(context, owner, JSON.stringify(message)));
  expect(shown.asksForSubscription).toBe(asks);
});

it('others have turns while a payload of very many numbers is described', async () => {
  const payload = `[${'1.0,'.repeat(200_000)}1]`;
  const log = await findExecutionLog(context.db, owner, await createTestExecution(context, owner, payload));
  if (!log) throw new Error('The execution was not found');
  let turns = 0;
  const count = () => {
    turns += 1;
    ticking = setImmediate(count);
  };
  let ticking = setImmediate(count);
  const { triggerData } = await createLogFormatter()(log);
  clearImmediate(ticking);
  expect(triggerData?.text).toMatch(/^\[\n {2}1\.0,\n {2}1\.0,/);
  expect(triggerData?.notes).toEqual(['Only the beginning of 800,003 characters is shown.']);
  expect(turns).toBeGreaterThan(2);
});
