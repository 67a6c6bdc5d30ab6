import { createHash } from 'node:crypto';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { createIntegration, updateIntegration } from '~/services/integrations/integrations';
import type { Actor } from '~/services/actor';
import { upsertRemembered } from '~/db/memory/memory';
import { setRemembered } from '~/services/memory/memory';
import { associatedDataOfRemembered, sealMemory } from '~/services/memory/sealed-memory';
import { testCall } from '~/services/test-runs/single-call';
import { makeOutbound } from '../../outbound/loopback';
import { createTestUser } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import { countFiles } from '../../support/large-files';
import { answerJson, startTarget, type TargetHandler } from '../../support/target';

let context: TestContext;
let actor: Actor;
let id: string;

beforeEach(async () => {
  context = await createTestContext({ outbound: makeOutbound() });
  const { user, organizationId } = await createTestUser(context);
  actor = { userId: user.id, organizationId };
  const authConfig = { type: 'bearer', token: 'a long bearer token' };
  const made = await createIntegration(context, actor, {
    name: 'Orders',
    apiCalls: [{ id: 'a', order: 1, url: 'https://api.example.com/', authConfig }],
  });
  if (made.kind !== 'integration') throw new Error(JSON.stringify(made));
  id = made.integration.id;
});

async function listen(handler?: TargetHandler) {
  const target = await startTarget(handler);
  onTestFinished(() => target.close());
  return target;
}

it('sends what is typed, the stored secret for its mask, and shows no secret', async () => {
  const target = await listen(({ headers }, response) =>
    answerJson({ echo: headers.authorization }, 201)({} as never, response),
  );
  const authConfig = { type: 'bearer', token: 'a long bearer token' };
  await updateIntegration(context, actor, id, {
    apiCalls: [{ id: 'a', order: 1, url: target.url, authConfig }],
  });
  const outcome = await testCall(context, actor, id, {
    id: 'a',
    method: 'POST',
    url: `${target.url}/{{place}}`,
    body: '{"n":{{n}}}',
    authConfig: { type: 'bearer', token: '••••oken' },
    variables: { place: 'a b', n: 7 },
  });
  const [received] = target.received;
  expect(received).toMatchObject({ method: 'POST', url: '/a%20b', body: '{"n":7}' });
  expect(received?.headers.authorization).toBe('Bearer a long bearer token');
  expect(outcome).toMatchObject({ kind: 'tested', test: { success: true, statusCode: 201, error: null } });
  expect(JSON.stringify(outcome)).not.toContain('long bearer');
});

it('masks the secret where the response shows it: as the name of a header, and in the status text', async () => {
  const token = 'word-of-the-shop';
  const target = await listen((_request, response) =>
    response.writeHead(500, `No ${token}`, { [token]: 'x' }).end(),
  );
  const outcome = await testCall(context, actor, id, {
    url: target.url,
    authConfig: { type: 'bearer', token },
  });
  expect(target.received[0]?.headers.authorization).toBe(`Bearer ${token}`);
  expect(outcome).toMatchObject({ test: { error: 'HTTP 500: No ••••', headers: { '••••': 'x' } } });
  expect(JSON.stringify(outcome)).not.toContain(token);
});

it('sends a call of an integration that also has a for each', async () => {
  const target = await listen();
  const changed = await updateIntegration(context, actor, id, {
    apiCalls: [
      { id: 'a', order: 1, url: target.url },
      { id: 'b', order: 3, url: target.url },
    ],
    loopSteps: [{ id: 'each', order: 2, throughCallId: 'b', items: '{{trigger.list}}', itemName: 'item' }],
  });
  expect(changed.kind).toBe('integration');
  expect(await testCall(context, actor, id, { url: target.url })).toMatchObject({ test: { success: true } });
  expect(target.received).toHaveLength(1);
});

it.each<[object, Record<string, string[]>]>([
  [
    { url: 'https://user:pw@api.example.com/' },
    { url: ['The URL must not carry a user name or password; send them in an Authorization header.'] },
  ],
  [
    { url: 'https://api.example.com/', headers: { Host: 'other.example.com' } },
    { 'headers.Host': ['The header Host is set by the client itself and cannot be given.'] },
  ],
])('rejects what it could not send: %j', async (call, fields) => {
  expect(await testCall(context, actor, id, call)).toMatchObject({ kind: 'invalid', fields });
});

it('sends nothing while variables are missing', async () => {
  const target = await listen();
  const url = `${target.url}/{{a}}/{{b.c}}`;
  expect(await testCall(context, actor, id, { url, variables: { a: 1 } })).toEqual({
    kind: 'missing-variables',
    names: ['b'],
    used: ['a', 'b'],
    message: 'Missing Variables: Please provide values for: b',
  });
  expect(target.received).toEqual([]);
});

it.each([301, 302, 304])('calls %i a success, as an execution does', async (status) => {
  const target = await listen((_request, response) => response.writeHead(status, { location: '/x' }).end());
  expect(await testCall(context, actor, id, { url: target.url })).toMatchObject({
    test: { success: true, statusCode: status, error: null },
  });
});

it('sends nothing while something between double braces is no variable', async () => {
  const target = await listen();
  const url = `${target.url}/{{my-var}}`;
  expect(await testCall(context, actor, id, { url, variables: { 'my-var': 1 } })).toEqual({
    kind: 'invalid',
    message: "{{my-var}} in the URL is not a variable. To send {{ as text, write {{'{{'}}.",
  });
  expect(target.received).toEqual([]);
});

it('names the variables in the order in which the call shows them, each once', async () => {
  const call = {
    method: 'POST',
    url: 'https://api.example.com/{{b}}?a={{a}}',
    headers: { 'X-One': '{{d}}', 'X-Two': '{{b}}' },
    authConfig: { type: 'bearer', token: '{{c}}' },
    body: '{"e": {{e}}, "a": {{a}}}',
  };
  const names = ['b', 'a', 'd', 'c', 'e'];
  expect(await testCall(context, actor, id, call)).toMatchObject({ names, used: names });
});

it('returns what went wrong', async () => {
  const target = await listen(answerJson({}, 503));
  expect(await testCall(context, actor, id, { url: target.url })).toMatchObject({
    test: { success: false, statusCode: 503, error: 'HTTP 503: Service Unavailable' },
  });
  expect(await testCall(context, actor, id, { url: 'http://127.0.0.1:1/' })).toMatchObject({
    test: { success: false, statusCode: 0, headers: {}, body: '' },
  });
  expect(await testCall(context, actor, id, { url: 'ftp://x' })).toMatchObject({
    kind: 'invalid',
    fields: { url: ['URL must be a valid HTTP/HTTPS URL'] },
  });
  expect(await testCall(context, { ...actor, organizationId: 'other' }, id, { url: target.url })).toEqual({
    kind: 'not-found',
  });
});

it('tells what the mapping takes out of the response, and what it does not find', async () => {
  const target = await listen(answerJson({ order: { id: 7, token: 'a long bearer token' } }));
  const responseMapping = {
    saveAs: 'whole',
    extractFields: [
      { jsonPath: '.order.id', saveAs: 'order_id' },
      { jsonPath: '.[9].id', saveAs: 'gone' },
      { jsonPath: '.order.token', saveAs: 'token' },
    ],
  };
  const authConfig = { type: 'bearer', token: 'a long bearer token' };
  const call = { url: target.url, authConfig, responseMapping };
  expect(await testCall(context, actor, id, call)).toMatchObject({
    test: {
      responseMapping: {
        saveAs: { variableName: 'whole', jsonPath: '$', type: 'object', success: true },
        extractions: [
          { variableName: 'order_id', jsonPath: '.order.id', type: 'number', success: true, value: 7 },
          {
            variableName: 'gone',
            jsonPath: '.[9].id',
            type: 'missing',
            success: false,
            message: 'not mapped: nothing was found at .[9].id',
          },
          { variableName: 'token', success: true, value: '••••' },
        ],
      },
    },
  });
  const nothing = { saveAs: null, extractions: [] };
  for (const url of [target.url, 'http://127.0.0.1:1/']) {
    expect(await testCall(context, actor, id, { url })).toMatchObject({ test: { responseMapping: nothing } });
  }
  const failing = await listen(answerJson({ order: { id: 7 } }, 500));
  expect(await testCall(context, actor, id, { ...call, url: failing.url })).toMatchObject({
    test: { success: false, responseMapping: nothing },
  });
});

it('says that nothing is known of an error without a reason phrase', async () => {
  const target = await listen((_request, response) => void response.writeHead(500, '').end());
  expect(await testCall(context, actor, id, { url: target.url })).toMatchObject({
    test: { success: false, statusCode: 500, error: 'HTTP 500: Unknown error occurred' },
  });
});

it('restores no secret for a call that has none', async () => {
  const authConfig = { type: 'bearer', token: '••••oken' };
  expect(await testCall(context, actor, id, { id: 'b', url: 'https://x.example', authConfig })).toMatchObject(
    {
      kind: 'invalid',
      fields: { 'authConfig.token': ['Please enter this value again.'] },
    },
  );
});

it('tries the first pages of a list, and says what is on each', async () => {
  const target = await listen((request, response) => {
    const page = Number(/page=(\d+)/.exec(request.url)?.[1]);
    return answerJson({ data: page < 4 ? [page, page] : [] }, 200)(request, response);
  });
  const repeat = { kind: 'pages', next: { by: 'page' }, items: '$.data', saveAs: 'orders', everyMs: 60_000 };
  const call = { url: `${target.url}/orders`, repeat };
  const outcome = await testCall(context, actor, id, { ...call, pages: 3 });
  expect(target.received.map(({ url }) => url)).toEqual([1, 2, 3].map((page) => `/orders?page=${page}`));
  expect(outcome).toMatchObject({
    kind: 'tested',
    test: {
      success: true,
      body: '{"data":[3,3]}',
      pages: [1, 2, 3].map((page) => ({ page, statusCode: 200, items: 2, hasNext: true, error: null })),
      responseMapping: { extractions: [{ variableName: 'orders', value: [1, 1, 2, 2, 3, 3] }] },
    },
  });
  expect(await testCall(context, actor, id, call)).toMatchObject({ test: { pages: [{ page: 1 }] } });
  const wrong = { ...call, repeat: { ...repeat, items: '$.orders' }, pages: 3 };
  const error = 'Page 1: there is nothing at .orders, where the list should be.';
  expect(await testCall(context, actor, id, wrong)).toMatchObject({
    test: { success: false, error, pages: [{ items: null, hasNext: false, error }] },
  });
  expect(await testCall(context, actor, id, { ...call, pages: 4 })).toMatchObject({ kind: 'invalid' });
});

it('computes with what is remembered, and shows no secret of it', async () => {
  const target = await listen(answerJson({ n: 2 }));
  await setRemembered(context, actor, id, { name: 'last', json: '5' });
  const hidden = sealMemory(context.config, associatedDataOfRemembered(id, 'key'), 'a-remembered-secret');
  const row = { name: 'key', value: hidden, length: 21, isSecret: 1, executionId: null } as const;
  await upsertRemembered(context.db, { ...row, integrationId: id, now: context.now() });
  const computed = [
    { saveAs: 'sum', template: '{{memory.last | plus: found.n}}' },
    { saveAs: 'copy', template: '{{memory.key}}' },
  ];
  const outcome = await testCall(context, actor, id, {
    url: target.url,
    responseMapping: { saveAs: 'found', computed },
  });
  expect(outcome).toMatchObject({
    test: {
      responseMapping: {
        extractions: [
          { variableName: 'sum', success: true, value: 7 },
          { variableName: 'copy', success: true, value: '••••' },
        ],
      },
    },
  });
});

it('keeps no place of a test that could not read the memory', async () => {
  const target = await listen();
  await setRemembered(context, actor, id, { name: 'last', json: '5' });
  const call = { url: `${target.url}/{{memory.last}}` };
  const { sqlite } = context.db;
  sqlite.exec('alter table remembered_values rename to unreadable');
  for (let tests = 0; tests < 10; tests += 1) {
    await expect(testCall(context, actor, id, call)).rejects.toThrow('no such table');
  }
  sqlite.exec('alter table unreadable rename to remembered_values');
  expect(await testCall(context, actor, id, call)).toMatchObject({ kind: 'tested' });
});

it('takes a file as a run takes it, and shows the beginning', async () => {
  const target = await listen((_request, response) =>
    response.writeHead(200, { 'Content-Type': 'application/pdf' }).end(Buffer.alloc(500 * 1024, 1)),
  );
  const outcome = await testCall(context, actor, id, {
    url: `${target.url}/bill.pdf`,
    responseMapping: { saveFileAs: 'bill' },
  });
  if (outcome.kind !== 'tested') throw new Error(JSON.stringify(outcome));
  expect(outcome.test).toMatchObject({
    truncated: true,
    responseMapping: { extractions: [{ success: true, value: { name: 'bill.pdf', size: 500 * 1024 } }] },
  });
  expect(outcome.test.body).toHaveLength(256 * 1024);
});

it('says what a large file would be, of which nothing is kept', async () => {
  const scan = Buffer.alloc(1_500_000, 'scan');
  const target = await listen((_request, response) =>
    response.writeHead(200, { 'Content-Type': 'application/pdf' }).end(scan),
  );
  const outcome = await testCall(context, actor, id, {
    url: `${target.url}/scan.pdf`,
    responseMapping: { saveFileAs: 'scan' },
  });
  const sha256 = createHash('sha256').update(scan).digest('hex');
  const value = { name: 'scan.pdf', type: 'application/pdf', size: 1_500_000, sha256 };
  expect(outcome).toMatchObject({
    test: { success: true, truncated: true, responseMapping: { extractions: [{ success: true, value }] } },
  });
  expect(countFiles(context)).toEqual({ files: 0, parts: 0 });
});

it('has an example of a failure and of the address of a wait', async () => {
  const target = await listen();
  const outcome = await testCall(context, actor, id, {
    method: 'POST',
    url: target.url,
    body: '{"link": "{{run.answerUrl}}", "status": {{run.failure.status}}}',
  });
  expect(outcome).toMatchObject({ kind: 'tested' });
  expect(JSON.parse(target.received[0]?.body ?? '')).toEqual({
    link: `${context.config.appUrl}/answer/example`,
    status: 503,
  });
});

it('looks at the variables alone that the call names, however many others it is given', async () => {
  const target = await listen();
  const variables = new Proxy(
    { n: 7, base: 2, unused: 3 },
    {
      ownKeys() {
        throw new Error('All the names were listed.');
      },
    },
  );
  const outcome = await testCall(context, actor, id, {
    method: 'POST',
    url: target.url,
    body: '{"n":{{n}}}',
    responseMapping: { computed: [{ saveAs: 'double', template: '{{base | times: 2}}' }] },
    variables,
  });
  expect(target.received).toMatchObject([{ body: '{"n":7}' }]);
  expect(outcome).toMatchObject({
    test: { responseMapping: { extractions: [{ variableName: 'double', value: 4 }] } },
  });
});

it.each([null, [], 'text'])('takes no variables that are %j', async (variables) => {
  expect(await testCall(context, actor, id, { url: 'https://api.example.com/', variables })).toEqual({
    kind: 'invalid',
    fields: { variables: ['Send an object'] },
  });
});
