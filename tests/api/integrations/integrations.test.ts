import { beforeEach, expect, it } from 'vitest';
import { countEndedExecution } from '~/db/executions/ended-executions';
import { findNextAt } from '~/db/integrations/schedules';
import { createTestUser, signInAs } from '../../support/accounts';
import { type Owner, signInOwner } from './owner';

const base = '/api/integrations';
const call = {
  id: 'a',
  order: 1,
  url: 'https://api.example.com/',
  authConfig: { type: 'bearer', token: 'a long bearer token' },
};
const webhook = { type: 'webhook', webhook: { secret: 'a webhook secret', headers: {}, variables: [] } };

let { context, app, organizationId, cookie, ask, create } = {} as Owner;

beforeEach(async () => {
  ({ context, app, organizationId, cookie, ask, create } = await signInOwner());
});

function ids(body: { id: string }[]) {
  return body.map(({ id }) => id);
}

it('responds with exactly the documented fields, secrets masked', async () => {
  const id = await create({
    description: 'Why',
    tags: ['Shop', ' shop '],
    isActive: false,
    triggerConfig: webhook,
    apiCalls: [call],
    createdAt: '1999',
  });
  const { status, body } = await ask('GET', `/${id}`);
  expect(status).toBe(200);
  expect(body).toEqual({
    id,
    name: 'Orders',
    description: 'Why',
    tags: ['Shop'],
    triggerConfig: {
      type: 'webhook',
      webhook: {
        url: `http://localhost:3000/webhook/${id}`,
        secret: '••••cret',
        headers: {},
        variables: [],
        formerSecretUntil: null,
      },
    },
    apiCalls: [
      {
        ...call,
        name: '',
        method: 'GET',
        headers: {},
        secretHeaders: [],
        allowedHosts: [],
        body: '',
        authConfig: { type: 'bearer', token: '••••oken' },
        responseMapping: { extractFields: [] },
        timeoutMs: 30_000,
        followRedirects: false,
      },
    ],
    conditionalExecutionSteps: [],
    responseHandlingSteps: [],
    dataMapping: {},
    isActive: false,
    pauseAfterErrors: null,
    executionsAtOnce: null,
    executionsPerHour: null,
    deliveriesPerSecond: null,
    retentionDays: null,
    retentionDaysFailed: null,
    retentionMib: null,
    automaticReplays: null,
    prunedEarly: 0,
    prunedEarlyBytes: 0,
    prunedEarlyAt: null,
    pausedAt: null,
    version: 1,
    deployedVersion: null,
    autoDeploy: true,
    requireTests: false,
    createdAt: '2026-01-05T12:00:00.000Z',
    updatedAt: '2026-01-05T12:00:00.000Z',
    updatedBy: 'Ada Lovelace',
    lastExecutedAt: null,
    lastTestAt: null,
    totalExecutions: 0,
    successfulExecutions: 0,
    failedExecutions: 0,
  });
});

it('keeps the note on a call until a save leaves it out', async () => {
  const note = 'Counts in cents.\nDo not retry: {{trigger.id}} is booked twice.';
  const id = await create({ apiCalls: [{ ...call, note }] });
  expect((await ask('GET', `/${id}`)).body.apiCalls).toMatchObject([{ note }]);
  const long = await ask('PATCH', `/${id}`, { apiCalls: [{ ...call, note: 'x'.repeat(501) }] });
  expect(long).toMatchObject({
    status: 422,
    body: { fields: { 'apiCalls.0.note': ['A note must be 500 characters or less'] } },
  });
  await ask('PATCH', `/${id}`, { apiCalls: [call] });
  expect((await ask('GET', `/${id}`)).body.apiCalls[0]).not.toHaveProperty('note');
});

it('takes back what it responded with, without changing anything', async () => {
  const id = await create({ triggerConfig: webhook, apiCalls: [call] });
  const { body } = await ask('GET', `/${id}`);
  const saved = await ask('PATCH', `/${id}`, body);
  expect(saved.status).toBe(200);
  expect(saved.body).toEqual(body);
});

it('deploys, and rejects a save over a newer one', async () => {
  const id = await create({ apiCalls: [call] });
  expect((await ask('PATCH', `/${id}`, { isActive: true })).body).toMatchObject({ isActive: true });
  await ask('PATCH', `/${id}`, { apiCalls: [{ ...call, url: 'https://api.example.com/2' }], version: 1 });
  expect(await ask('PATCH', `/${id}`, { apiCalls: [], version: 1 })).toMatchObject({
    status: 409,
    body: {
      code: 'CONFLICT',
      message:
        'This was saved elsewhere in the meantime. Read it again, and send your change with the version that it has now.',
    },
  });
});

it('creates what is deployed at once, with its settings, or nothing', async () => {
  const trigger = { type: 'cron', cron: { cronExpression: '0 6 * * *', timezone: 'UTC' } };
  const settings = { isActive: true, autoDeploy: false, requireTests: true, executionsAtOnce: 2 };
  const { status, body } = await ask('POST', '', {
    name: 'Orders',
    triggerConfig: trigger,
    apiCalls: [call],
    ...settings,
  });
  expect([status, body]).toMatchObject([201, { ...settings, version: 1, deployedVersion: 1 }]);
  expect(await findNextAt(context.db, body.id)).toBeGreaterThan(context.now());
  const audit = await context.db.all(context.db.build.selectFrom('audit').select('kind').orderBy('id'));
  expect(audit.map(({ kind }) => kind).slice(-3)).toEqual([
    'integration-created',
    'limits-changed',
    'integration-deployed',
  ]);
  const list = `/organization/${organizationId}`;
  const empty = await ask('POST', '', { name: 'Empty', isActive: true });
  expect([empty.status, empty.body.message]).toEqual([
    422,
    'Configure trigger and add at least one API call with URL and method',
  ]);
  expect((await ask('POST', '', { name: 'Wrong', isActive: 'yes' })).body.fields).toHaveProperty('isActive');
  expect(ids((await ask('GET', list)).body)).toEqual([body.id]);
});

it('names what is wrong by field', async () => {
  const id = await create();
  const { status, body } = await ask('PATCH', `/${id}`, { apiCalls: [{ id: 'a', order: 1 }] });
  expect(status).toBe(422);
  expect(body).toEqual({
    message: 'Validation failed: URL is required',
    code: 'VALIDATION_FAILED',
    fields: { 'apiCalls.0.url': ['URL is required'] },
  });
});

it('keeps what follows when a condition is not met, and rejects a save that loses the call it goes to', async () => {
  const apiCalls = ['a', 'b', 'c'].map((id, index) => Object.assign({}, call, { id, order: index + 1 }));
  const check = {
    order: 1.5,
    conditionalExecution: { condition: { field: 'trigger.ref', operator: 'equals', value: 'main' } },
  };
  const goesTo = { ...check, id: 'check', match: 'any', otherwise: 'go_to', otherwiseApiCallId: 'c' };
  const id = await create({ apiCalls, conditionalExecutionSteps: [goesTo] });
  expect((await ask('GET', `/${id}`)).body).toMatchObject({ conditionalExecutionSteps: [goesTo] });
  const field = 'conditionalExecutionSteps.0.otherwiseApiCallId';
  expect(await ask('PATCH', `/${id}`, { apiCalls: apiCalls.slice(0, 2) })).toMatchObject({
    status: 422,
    body: { fields: { [field]: ['The API call to continue with does not exist'] } },
  });
  const [first, second, third] = apiCalls;
  const reordered = [
    { ...third, order: 1 },
    { ...first, order: 2 },
    { ...second, order: 3 },
  ];
  const moved = { conditionalExecutionSteps: [{ ...goesTo, order: 2.5 }], apiCalls: reordered };
  expect(await ask('PATCH', `/${id}`, moved)).toMatchObject({
    status: 422,
    body: { fields: { [field]: ['Conditional execution can only continue with a later API call'] } },
  });
  expect(await ask('PATCH', `/${id}`, { conditionalExecutionSteps: [check] })).toMatchObject({
    status: 200,
    body: { conditionalExecutionSteps: [{ match: 'all', otherwise: 'skip_next' }] },
  });
});

it('keeps how long a run may take', async () => {
  const id = await create({ apiCalls: [call], runSettings: { maxMinutes: 60 } });
  expect((await ask('GET', `/${id}`)).body).toMatchObject({ runSettings: { maxMinutes: 60 } });
  expect(await ask('PATCH', `/${id}`, { runSettings: { maxMinutes: 361 } })).toMatchObject({
    status: 422,
    body: { fields: { 'runSettings.maxMinutes': ['A run may take 1 to 360 minutes'] } },
  });
  expect((await ask('PATCH', `/${id}`, { name: 'Other' })).body).toMatchObject({
    runSettings: { maxMinutes: 60 },
  });
});

it('keeps what a response rule looks at and leads to', async () => {
  const apiCalls = ['a', 'b'].map((id, index) => Object.assign({}, call, { id, order: index + 1 }));
  const when = [{ field: 'response.body.ok', operator: 'equals', value: false }];
  const rules = [
    { statusCodes: [], when, action: 'go_to', goToApiCallId: 'b' },
    { statusCodes: [410], action: 'end' },
  ];
  const responseHandlingSteps = [
    { id: 'h', nextApiCallId: 'a', responseHandling: { statusCodeActions: rules } },
  ];
  const id = await create({ apiCalls, responseHandlingSteps });
  const { body } = await ask('GET', `/${id}`);
  expect(body).toMatchObject({ responseHandlingSteps });
  const back = [{ ...rules[0], when: [{ field: 'order.id' }], goToApiCallId: 'a' }];
  const steps = [{ ...responseHandlingSteps[0], responseHandling: { statusCodeActions: back } }];
  const field = 'responseHandlingSteps.0.responseHandling.statusCodeActions.0.when.0';
  expect(await ask('PATCH', `/${id}`, { responseHandlingSteps: steps })).toMatchObject({
    status: 422,
    body: { fields: { [`${field}.field`]: [expect.stringMatching(/^A rule looks at the response/)] } },
  });
});

function createLater() {
  context.clock.advance(1);
  return create();
}

it('lists newest first and pages with a Link header', async () => {
  const [first, second, third] = [await createLater(), await createLater(), await createLater()];
  const path = `/organization/${organizationId}`;
  expect(ids((await ask('GET', path)).body)).toEqual([third, second, first]);

  const page = await ask('GET', `${path}?limit=2`);
  expect(ids(page.body)).toEqual([third, second]);
  const next = /^<\/api\/integrations(.+)>; rel="next"$/.exec(page.headers.get('Link') ?? '')?.[1];
  const rest = await ask('GET', String(next));
  expect(ids(rest.body)).toEqual([first]);
  expect(rest.headers.get('Link')).toBeNull();
});

it('a page of large integrations ends early, and links to the next one', async () => {
  const url = 'https://api.example.com/';
  const apiCalls = ['a', 'b', 'c'].map((id) => ({ id, method: 'POST', url, body: 'x' }));
  const made: string[] = [];
  for (let count = 0; count < 4; count += 1) {
    context.clock.advance(1);
    made.unshift(await create({ apiCalls }));
  }
  context.db.sqlite.exec(`update integration_versions
    set definition = replace(definition, '"body":"x"', '"body":"' || printf('%.*c', 1000000, 'x') || '"')`);
  const page = await ask('GET', `/organization/${organizationId}`);
  expect(ids(page.body)).toEqual(made.slice(0, 3));
  const next = /^<\/api\/integrations(.+)>; rel="next"$/.exec(page.headers.get('Link') ?? '')?.[1];
  const rest = await ask('GET', String(next));
  expect([ids(rest.body), rest.headers.get('Link')]).toEqual([made.slice(3), null]);
});

it('tags are changed without a new version, and find an integration; wrong ones are named', async () => {
  const id = await create({ tags: ['Shop'] });
  await create();
  const list = `/organization/${organizationId}`;
  expect(ids((await ask('GET', `${list}?tag=shop`)).body)).toEqual([id]);
  const changed = await ask('PATCH', `/${id}`, { tags: ['billing'] });
  expect(changed.body).toMatchObject({ tags: ['billing'], version: 1 });
  expect((await ask('PATCH', `/${id}`, { name: 'Refunds' })).body.tags).toEqual(['billing']);
  expect(ids((await ask('GET', `${list}?tag=shop`)).body)).toEqual([]);
  const wrong = await ask('PATCH', `/${id}`, { tags: ['a, b'] });
  expect([wrong.status, wrong.body.fields]).toEqual([422, { tags: ['A tag cannot contain a comma'] }]);
});

it('the list finds integrations by a part of a host that their calls go to', async () => {
  const apiCalls = [{ ...call, url: 'https://api.stripe.com/v1/charges' }];
  const id = await create({ apiCalls });
  await create({ apiCalls: [{ ...call, url: 'https://api.example.com/stripe' }] });
  const list = `/organization/${organizationId}`;
  for (const host of ['api.stripe.com', 'Stripe']) {
    expect(ids((await ask('GET', `${list}?host=${host}`)).body)).toEqual([id]);
  }
  expect((await ask('GET', `${list}?host=charges`)).body).toEqual([]);
  expect((await ask('GET', `${list}?host=`)).status).toBe(422);
});

it('reveals the webhook secret and counts the triggers of this month', async () => {
  const id = await create({ triggerConfig: webhook });
  expect((await ask('POST', `/${id}/webhook-secret/reveal`)).body).toEqual({ secret: 'a webhook secret' });
  await countEndedExecution(context.db, id, 'completed', context.now() - 31 * 24 * 60 * 60 * 1000);
  await countEndedExecution(context.db, id, 'completed', context.now());
  await countEndedExecution(context.db, id, 'error', context.now());
  await countEndedExecution(context.db, id, 'cancelled', context.now());
  expect((await ask('GET', `/${id}/execution-logs/amount-triggered`)).body).toBe(2);
});

it('accepts the former webhook secret for a day, which can be ended', async () => {
  const id = await create({ triggerConfig: webhook });
  const next = { type: 'webhook', webhook: { secret: 'another webhook secret' } };
  const { body } = await ask('PATCH', `/${id}`, { triggerConfig: next });
  expect(body).toHaveProperty('triggerConfig.webhook.formerSecretUntil', '2026-01-06T12:00:00.000Z');
  expect((await ask('DELETE', `/${id}/webhook-secret/former`)).status).toBe(204);
  const after = await ask('GET', `/${id}`);
  expect(after.body).toHaveProperty('triggerConfig.webhook.formerSecretUntil', null);
});

it('says what will probably not work, for programs that see no screen', async () => {
  const id = await create({ apiCalls: [{ ...call, url: 'https://api.example.com/{{tota}}' }] });
  expect((await ask('GET', `/${id}/warnings`)).body).toEqual({
    warnings: [expect.stringContaining('{{tota}}'), expect.stringContaining('for examples only')],
  });
  await ask('PATCH', `/${id}`, { apiCalls: [{ ...call, url: 'https://api.shop.test/' }] });
  expect((await ask('GET', `/${id}/warnings`)).body).toEqual({ warnings: [] });
});

it('makes a draft like another, with its secrets, and none for a stranger', async () => {
  const about = { description: 'Why', tags: ['Shop'] };
  const id = await create({ triggerConfig: webhook, apiCalls: [call], ...about });
  await ask('PATCH', `/${id}`, { isActive: true });
  const made = await ask('POST', `/${id}/duplicate`);
  expect(made).toMatchObject({
    status: 201,
    body: { name: 'Orders (copy)', ...about, isActive: false, totalExecutions: 0 },
  });
  expect(made.body.id).not.toBe(id);
  const { body: original } = await ask('GET', `/${id}`);
  expect(made.body.apiCalls).toEqual(original.apiCalls);
  const revealed = await ask('POST', `/${made.body.id}/webhook-secret/reveal`);
  expect(revealed.body).toEqual({ secret: 'a webhook secret' });

  const named = await create({ name: 'n'.repeat(99) });
  expect((await ask('POST', `/${named}/duplicate`)).body.name).toBe(`${'n'.repeat(92)} (copy)`);

  const stranger = await createTestUser(context);
  const foreign = await signInAs(context, stranger.user.id);
  expect((await ask('POST', `/${id}/duplicate`, undefined, foreign)).status).toBe(404);
});

it('deletes', async () => {
  const id = await create();
  expect((await ask('DELETE', `/${id}`)).status).toBe(204);
  expect((await ask('GET', `/${id}`)).status).toBe(404);
  expect((await ask('GET', `/organization/${organizationId}`)).body).toEqual([]);
});

it('responds to guests with 401, and to strangers as if nothing was there', async () => {
  const id = await create({ triggerConfig: webhook });
  const stranger = await signInAs(context, (await createTestUser(context)).user.id);
  for (const [method, path, body] of [
    ['GET', `/organization/${organizationId}`],
    ['GET', `/${id}`],
    ['PATCH', `/${id}`, { name: 'Mine now' }],
    ['DELETE', `/${id}`],
    ['GET', `/${id}/warnings`],
    ['PUT', `/${id}/webhook-secret`, { secret: 'another secret' }],
    ['POST', `/${id}/webhook-secret/reveal`],
    ['DELETE', `/${id}/webhook-secret/former`],
    ['GET', `/${id}/execution-logs/amount-triggered`],
  ] as const) {
    expect((await ask(method, path, body, null)).status, `guest ${method} ${path}`).toBe(401);
    const answer = await ask(method, path, body, stranger);
    const unknown = await ask(
      method,
      path.replace(id, 'unknown').replace(organizationId, 'unknown'),
      body,
      stranger,
    );
    expect(answer.status, `stranger ${method} ${path}`).toBe(404);
    expect(answer.body).toEqual(unknown.body);
  }
  expect((await ask('POST', '', { name: 'abc' }, null)).status).toBe(401);
});

it('tells what an import would add, adds it, and saves nothing on a dry run', async () => {
  const id = await create();
  const text = 'curl https://a.test/1 -d x';
  const preview = await ask('POST', '/import', { text, dryRun: true, integrationId: id });
  expect(preview).toMatchObject({ status: 200, body: { format: 'curl', calls: [{ key: '0' }], notes: [] } });
  expect((await ask('GET', `/${id}`)).body.apiCalls).toEqual([]);
  const added = await ask('POST', '/import', { text, integrationId: id, keys: ['0'] });
  expect(added).toMatchObject({ status: 200, body: { apiCalls: [{ method: 'POST', body: 'x' }] } });
  expect((await ask('POST', '/import', { text }, null)).status).toBe(401);
  expect((await ask('POST', '/import', { text })).status).toBe(422);
});

it('exports a file that makes a new draft, and neither for a stranger', async () => {
  const id = await create({ triggerConfig: webhook, apiCalls: [call] });
  const file = await ask('GET', `/${id}/export`);
  expect(file.status).toBe(200);
  expect(file.headers.get('Content-Disposition')).toBe('attachment; filename="orders.json"');
  const made = await ask('POST', '/import', { text: JSON.stringify(file.body), name: 'A copy' });
  expect(made).toMatchObject({ status: 201, body: { name: 'A copy', isActive: false } });
  const stranger = await signInAs(context, (await createTestUser(context)).user.id);
  expect((await ask('GET', `/${id}/export`, undefined, stranger)).status).toBe(404);
  const intoForeign = { text: 'curl https://a.test', integrationId: id };
  expect((await ask('POST', '/import', intoForeign, stranger)).status).toBe(404);
});

const exactBody = '{"account":9007199254740993,"price":1.10}';
const written = '{\n  "account": 9007199254740993,\n  "price": 1.10\n}';

/** Sends a text, since numbers would lose their digits on the way into one. */
function askText(method: string, path: string, body: string) {
  const headers = { Cookie: cookie, 'Content-Type': 'application/json' };
  return app.request(base + path, { method, headers, body });
}

it('keeps the digits of a body that is sent as JSON, beside numbers that have others', async () => {
  const json = `{"name":"Orders","apiCalls":[{"id":"a","order":1.0,"timeoutMs":5e3,"url":"https://a.test","body":${exactBody}}]}`;
  const created = await askText('POST', '', json);
  expect(created.status).toBe(201);
  const { id, apiCalls } = (await created.json()) as { id: string; apiCalls: object[] };
  expect(apiCalls).toMatchObject([{ order: 1, timeoutMs: 5000, body: written }]);
  const list = `{"apiCalls":[{"id":"a","url":"https://a.test","body":[1.0]},{"url":"https://b.test","body":"1.0"}]}`;
  expect(await (await askText('PATCH', `/${id}`, list)).json()).toMatchObject({
    apiCalls: [{ body: '[\n  1.0\n]' }, { body: '1.0' }],
  });
});

/** Writes a new integration whose calls each have a list of `length` numbers as their body. */
function writeCalls(count: number, length: number): string {
  const body = Array.from({ length }, () => '1.0').join(',');
  const apiCalls = Array.from({ length: count }, () => `{"url":"https://a.test","body":[${body}]}`);
  return `{"name":"Orders","apiCalls":[${apiCalls.join(',')}]}`;
}

it('gives others turns while it reads a body of megabytes, and refuses bodies that are longer as text than a request may be', async () => {
  let turns = 0;
  const count = () => {
    turns += 1;
    ticking = setImmediate(count);
  };
  let ticking = setImmediate(count);
  const created = await askText('POST', '', writeCalls(2, 100_000));
  clearImmediate(ticking);
  expect(created.status).toBe(201);
  // JSON is parsed in parts of 32 KiB, first without and then with the digits of its numbers.
  expect(turns).toBeGreaterThan(10);
  const { apiCalls } = (await created.json()) as { apiCalls: { body: string }[] };
  const text = `[\n${Array.from({ length: 100_000 }, () => '  1.0').join(',\n')}\n]`;
  expect(apiCalls.map(({ body }) => body === text)).toEqual([true, true]);
  const refused = await askText('POST', '', writeCalls(7, 125_000));
  expect([refused.status, await refused.json()]).toMatchObject([
    422,
    { fields: { 'apiCalls.4.body': ['The bodies of all calls may have at most 4 MiB together'] } },
  ]);
});

it('keeps a number that a condition compares with as text where JavaScript has no such number', async () => {
  const condition = '{"field":"trigger.id","operator":"equals","value":9007199254740993}';
  const json = `{"name":"Orders","apiCalls":[{"id":"a","order":1.0,"url":"https://a.test",
    "repeat":{"kind":"until","conditions":[{"field":"response.body.n","operator":"less_than","value":1.10}]}}],
    "triggerConfig":{"type":"webhook","webhook":{"secret":"","onlyRunIf":[${condition}]}},
    "conditionalExecutionSteps":[{"id":"s","order":0,"conditionalExecution":
      {"condition":{"field":"trigger.n","operator":"equals","value":5},"conditions":[${condition}]}}]}`;
  const created = await askText('POST', '', json);
  const made = await created.json();
  expect([created.status, made]).toMatchObject([201, {}]);
  expect(made).toMatchObject({
    apiCalls: [{ repeat: { conditions: [{ value: 1.1 }] } }],
    triggerConfig: { webhook: { onlyRunIf: [{ value: '9007199254740993' }] } },
    conditionalExecutionSteps: [
      { conditionalExecution: { condition: { value: 5 }, conditions: [{ value: '9007199254740993' }] } },
    ],
  });
});

it.each(['[', '{"a":'])('rejects a body that nests %s without end', async (open) => {
  const deep = `${open.repeat(100_000)}1${(open === '[' ? ']' : '}').repeat(100_000)}`;
  const answer = await askText(
    'POST',
    '',
    `{"name":"Orders","apiCalls":[{"url":"https://a.test","body":${deep}}]}`,
  );
  expect([answer.status, await answer.json()]).toMatchObject([
    422,
    { message: 'The request is nested deeper than 64 levels.' },
  ]);
});

it('tests a call of an own integration only, and says which variables it needs', async () => {
  const id = await create({ apiCalls: [call] });
  const missing = await ask('POST', `/${id}/test-call`, { url: 'https://api.example.com/{{place}}' });
  expect(missing.status).toBe(422);
  expect(missing.body).toEqual({
    message: 'Missing Variables: Please provide values for: place',
    code: 'VALIDATION_FAILED',
    fields: { 'variables.place': ['This variable needs a value'] },
  });
  const stranger = await signInAs(context, (await createTestUser(context)).user.id);
  expect((await ask('POST', `/${id}/test-call`, { url: 'https://x.example' }, stranger)).status).toBe(404);
  expect((await ask('POST', `/${id}/test-call`, { url: 'https://x.example' }, null)).status).toBe(401);
});

it('tries the items of an own integration only, and says why it cannot', async () => {
  const loop = { order: 0.5, throughCallId: call.id, items: 'trigger.orders', itemName: 'order' };
  const id = await create({ apiCalls: [call], loopSteps: [loop] });
  const tried = await ask('POST', `/${id}/test-items`, { callId: call.id });
  expect(tried).toMatchObject({
    status: 422,
    body: { message: expect.stringMatching(/^No list is known yet/), code: 'VALIDATION_FAILED' },
  });
  expect(await ask('POST', `/${id}/test-items`, { callId: 'none' })).toMatchObject({
    body: { message: 'This call is not part of a for each.' },
  });
  expect((await ask('POST', `/${id}/test-items`, {})).body.fields).toHaveProperty('callId');
  const stranger = await signInAs(context, (await createTestUser(context)).user.id);
  expect((await ask('POST', `/${id}/test-items`, { callId: call.id }, stranger)).status).toBe(404);
});

it('says one thing of what is empty or no choice, and takes an empty name of a response for none', async () => {
  const mapped = (saveAs: string) => ({ ...call, responseMapping: { saveAs, extractFields: [] } });
  const refusals = await Promise.all(
    [
      { apiCalls: [{ ...call, headers: { '': 'x' } }] },
      { apiCalls: [{ ...call, headers: { 'X-Key': '' } }] },
      { apiCalls: [mapped('1a')] },
      { triggerConfig: { type: 'webhook', webhook: { variables: [{ name: '', jsonPath: '.a' }] } } },
      { triggerConfig: { type: 'email' } },
    ].map((body) => ask('POST', '', { name: 'Refused', ...body })),
  );
  const badName =
    'Variable name must start with a letter or underscore and contain only letters, numbers, and underscores';
  expect(refusals.map(({ body }) => [body.message, body.fields])).toEqual(
    [
      ['apiCalls.0.headers', 'All headers must have both key and value'],
      ['apiCalls.0.headers', 'All headers must have both key and value'],
      ['apiCalls.0.responseMapping.saveAs', badName],
      ['triggerConfig.webhook.variables.0.name', 'Variable name is required'],
      ['triggerConfig.type', 'The trigger type must be manual, webhook, cron or event'],
    ].map(([field = '', message]) => [`Validation failed: ${message}`, { [field]: [message] }]),
  );
  const id = await create({ apiCalls: [mapped('')] });
  expect((await ask('GET', `/${id}`)).body.apiCalls[0].responseMapping).toEqual({ extractFields: [] });
});

it('keeps the names of variables as they are sent', async () => {
  const variables = [{ name: 'orderId', jsonPath: '.id', description: '', required: false }];
  const id = await create({
    triggerConfig: { type: 'webhook', webhook: { secret: '', headers: {}, variables } },
    apiCalls: [
      {
        ...call,
        responseMapping: { saveAs: 'wholeAnswer', extractFields: [{ jsonPath: '.a', saveAs: 'userName' }] },
      },
    ],
  });
  const { body } = await ask('GET', `/${id}`);
  expect(body.triggerConfig.webhook.variables).toEqual(variables);
  expect(body.apiCalls[0].responseMapping).toEqual({
    saveAs: 'wholeAnswer',
    extractFields: [{ jsonPath: '.a', saveAs: 'userName' }],
  });
});
