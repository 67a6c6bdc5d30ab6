import type { ActionFunctionArgs } from '@remix-run/node';
import { beforeEach, describe, expect, it } from 'vitest';
import { takeToast } from '~/auth/toast-cookie';
import { listTestExecutionIds } from '~/db/executions/logs/test-executions';
import { findIntegration } from '~/db/integrations/integrations';
import { action as runAction, loader as runLoader } from '~/routes/integration.$integrationId._index/route';
import { findDefinition } from '~/services/integrations/definition-cache';
import { createIntegration, updateIntegration } from '~/services/integrations/integrations';
import type { Actor } from '~/services/actor';
import { captureSample } from '~/services/webhooks/samples';
import { createTestUser, signInAs } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';

let context: TestContext;
let actor: Actor;
let cookie: string;
let id: string;

beforeEach(async () => {
  context = await createTestContext();
  const { user, organizationId } = await createTestUser(context);
  actor = { userId: user.id, organizationId };
  cookie = await signInAs(context, user.id);
  const made = await createIntegration(context, actor, {
    name: 'Orders',
    triggerConfig: {
      type: 'webhook',
      webhook: { secret: 'a webhook secret', variables: [{ name: 'repo', jsonPath: '$.repo' }] },
    },
    apiCalls: [
      {
        id: 'a',
        order: 1,
        name: 'First',
        url: 'https://api.example.com/',
        headers: { 'X-Key': 'header-secret', Accept: 'text/plain' },
        secretHeaders: ['X-Key'],
        authConfig: { type: 'bearer', token: 'bearer-token' },
      },
    ],
  });
  if (made.kind !== 'integration') throw new Error(JSON.stringify(made));
  id = made.integration.id;
});

function argsOf(request: Request): ActionFunctionArgs {
  request.headers.set('Cookie', cookie);
  return {
    request,
    params: { integrationId: id },
    context: { app: context, nonce: '', address: '192.0.2.1' },
  };
}

/** The fields of the page as it is, as a browser without script would send them. */
async function readForm(): Promise<FormData> {
  const { values } = await runLoader(argsOf(new Request(`http://localhost/integration/${id}`)));
  const form = new FormData();
  append(form, '', values);
  return form;
}

function append(form: FormData, name: string, value: unknown): void {
  if (typeof value === 'string') form.append(name, value);
  else if (value === true) form.append(name, 'on');
  else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) append(form, `${name}[${index}]`, item);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) append(form, name ? `${name}.${key}` : key, item);
  }
}

async function submit(form: FormData, changes: Record<string, string> = {}) {
  for (const [name, value] of Object.entries(changes)) form.set(name, value);
  const body = new URLSearchParams();
  for (const [name, value] of form) body.append(name, String(value));
  const request = new Request(`http://localhost/integration/${id}`, { method: 'POST', body });
  const answer = await runAction(argsOf(request)).catch((thrown: unknown) => {
    if (thrown instanceof Response) return thrown;
    throw thrown;
  });
  if (answer instanceof Response) {
    const shown = { Cookie: answer.headers.get('Set-Cookie')?.split(';')[0] ?? '' };
    const { toast } = await takeToast(context, new Request('http://localhost/', { headers: shown }));
    return { status: answer.status, location: answer.headers.get('Location'), data: undefined, toast };
  }
  return { status: answer.init?.status ?? 200, location: null, data: answer.data, toast: null };
}

/** What Conform's answer would put into the fields. */
function typedIn(data: unknown): unknown {
  return (data as { result: { initialValue: unknown } }).result.initialValue;
}

function errorsOf(data: unknown): unknown {
  return (data as { result: { error?: unknown } }).result.error;
}

async function version(): Promise<number | undefined> {
  return (await findIntegration(context.db, { id, organizationId: actor.organizationId }))?.version;
}

async function definition() {
  const found = await findDefinition(context, id, (await version()) ?? 0);
  if (found.kind !== 'found') throw new Error(found.kind);
  return found.definition;
}

/** Names as a program may send them. */
async function setStoredNames(): Promise<void> {
  const [call] = (await definition()).apiCalls;
  const changed = await updateIntegration(context, actor, id, {
    triggerConfig: {
      type: 'webhook',
      webhook: { secret: 'a webhook secret', variables: [{ name: 'orderNumber', jsonPath: '.number' }] },
    },
    apiCalls: [
      {
        ...call,
        responseMapping: { saveAs: 'lastAnswer', extractFields: [{ jsonPath: '.id', saveAs: 'itemId' }] },
      },
    ],
  });
  expect(changed.kind).toBe('integration');
}

function press(intent: object): Record<string, string> {
  return { __intent__: JSON.stringify(intent) };
}

/** The integration's tests, newest first. */
function listTests(): Promise<string[]> {
  const owner = { integrationId: id, organizationId: actor.organizationId };
  return listTestExecutionIds(context.db, owner, { limit: 10, maxBytes: 0 });
}

it('asks for the variables of a tested call with what the sample has by the trigger as it is typed', async () => {
  const json = JSON.stringify({ repo: 'octo/hello', secret: 'bearer-token', big: 'x'.repeat(10_001) });
  const key = { id, organizationId: actor.organizationId };
  await context.db.transaction((tx) => captureSample(tx, key, { json, request: null, at: context.now() }));
  const variables = Object.entries({ repo: '$.repo', hidden: '$.secret', big: '$.big', gone: '$.gone' });
  const rows = variables.flatMap(([name, jsonPath], index) => {
    const row = `triggerConfig.webhook.variables[${index}]`;
    return [
      [`${row}.name`, name],
      [`${row}.jsonPath`, jsonPath],
    ];
  });
  const form = await readForm();
  form.set('apiCalls[0].url', 'https://api.example.com/{{repo}}/{{hidden}}/{{big}}/{{gone}}/{{other}}');
  const answer = await submit(form, { intent: 'test:0', ...Object.fromEntries(rows) });
  expect(answer.data).toMatchObject({
    tested: {
      kind: 'asked',
      variables: [
        { name: 'repo', text: null, sample: 'octo/hello' },
        { name: 'hidden', text: null, sample: expect.stringMatching(/^••••/) },
        { name: 'big', text: null, sample: '' },
        { name: 'gone', text: null, sample: '' },
        { name: 'other', text: null, sample: '' },
      ],
    },
  });
});

describe('testing the chain', () => {
  it('saves, and asks for data where none came yet', async () => {
    const answer = await submit(await readForm(), { intent: 'run-test', 'apiCalls[0].name': 'Renamed' });
    expect(answer).toMatchObject({ status: 302, location: `/integration/${id}?dialog=test-data` });
    expect((await definition()).apiCalls[0]?.name).toBe('Renamed');
    expect(await listTests()).toEqual([]);
  });

  it('runs with the JSON that is given, and leads to what becomes of it', async () => {
    const form = new FormData();
    form.set('intent', 'run-test');
    form.set('triggerData', '{"repo": "octo/hello"}');
    const { location } = await submit(form);
    const [test] = await listTests();
    expect(location).toBe(`/integration/${id}?test=${test}`);
    const found = await runLoader(argsOf(new Request(`http://localhost${location}`)));
    expect(found.chainTest).toMatchObject({ id: test, status: 'queued' });
    // What a test sent and got is read when it is looked at.
    const opened = await runLoader(argsOf(new Request(`http://localhost/integration/${id}`)));
    expect([opened.chainTest, opened.newestTest]).toEqual([undefined, test]);
  });

  it('says what is wrong with that JSON, and runs nothing', async () => {
    const form = new FormData();
    form.set('intent', 'run-test');
    form.set('triggerData', '{');
    expect(await submit(form)).toMatchObject({
      status: 422,
      data: {
        kind: 'not-run',
        typed: { triggerData: '{' },
        errors: { triggerData: [expect.stringContaining('Invalid JSON Format')] },
      },
    });
    expect(await listTests()).toEqual([]);
  });

  it('needs no data where the trigger brings none', async () => {
    const changed = await updateIntegration(context, actor, id, { triggerConfig: { type: 'manual' } });
    expect(changed.kind).toBe('integration');
    const { location } = await submit(await readForm(), { intent: 'run-test' });
    expect(location).toBe(`/integration/${id}?test=${(await listTests())[0]}`);
  });

  it('runs nothing that cannot be saved', async () => {
    const answer = await submit(await readForm(), { intent: 'run-test', 'apiCalls[0].url': 'ftp://nowhere' });
    expect(answer).toMatchObject({ status: 422, data: { kind: 'not-saved' } });
    expect(await listTests()).toEqual([]);
  });
});

describe('saving', () => {
  it('of an untouched page changes nothing', async () => {
    const before = await definition();
    expect(await submit(await readForm())).toMatchObject({ status: 302, location: `/integration/${id}` });
    expect(await version()).toBe(1);
    expect(await definition()).toEqual(before);
  });

  it('stores what was typed and goes on to the next step when asked to', async () => {
    const saved = await submit(await readForm(), {
      'apiCalls[0].timeoutSeconds': '5',
      'apiCalls[0].headers[1].value': 'application/json',
      'triggerConfig.webhook.variables[0].required': 'on',
      'apiCalls[1].name': 'Second',
      'apiCalls[1].method': 'POST',
      'apiCalls[1].url': 'https://api.example.com/{{repo}}',
      'apiCalls[1].authConfig.type': 'none',
      intent: 'next',
    });
    expect(saved.location).toBe(`/integration/${id}/deploy`);
    const { apiCalls, triggerConfig } = await definition();
    expect(triggerConfig).toMatchObject({ webhook: { variables: [{ required: true }] } });
    expect(apiCalls).toMatchObject([
      {
        id: 'a',
        order: 1,
        timeoutMs: 5_000,
        headers: { 'X-Key': 'header-secret', Accept: 'application/json' },
      },
      { id: expect.stringMatching(/./), order: 2, name: 'Second', method: 'POST', timeoutMs: 30_000 },
    ]);
  });

  it('gives every new name the form that script gives it, and leaves those that were there alone', async () => {
    await setStoredNames();
    const saved = await submit(await readForm(), {
      'triggerConfig.webhook.variables[1].name': 'Order Id',
      'triggerConfig.webhook.variables[1].jsonPath': '.id',
      'apiCalls[0].url': 'https://api.example.com/{{orderNumber}}',
      'apiCalls[0].responseMapping.extractFields[1].saveAs': 'userName',
      'apiCalls[0].responseMapping.extractFields[1].jsonPath': '.user.name',
      'apiCalls[1].method': 'GET',
      'apiCalls[1].url': 'https://api.example.com/{{lastAnswer}}',
      'apiCalls[1].responseMapping.saveAs': 'HTTPStatus',
    });
    expect(saved).toMatchObject({ status: 302 });
    const { triggerConfig, apiCalls } = await definition();
    expect(triggerConfig).toMatchObject({
      webhook: { variables: [{ name: 'orderNumber' }, { name: 'order_id' }] },
    });
    expect(apiCalls.map(({ responseMapping }) => responseMapping)).toMatchObject([
      { saveAs: 'lastAnswer', extractFields: [{ saveAs: 'itemId' }, { saveAs: 'user_name' }] },
      { saveAs: 'http_status' },
    ]);
  });

  it('drops the webhook with its secret when the trigger becomes manual', async () => {
    await submit(await readForm(), { 'triggerConfig.type': 'manual' });
    expect((await definition()).triggerConfig).toEqual({ type: 'manual' });
  });

  it('names what is wrong at the fields, and keeps what was typed', async () => {
    const { status, data } = await submit(await readForm(), {
      'apiCalls[0].timeoutSeconds': 'soon',
      'apiCalls[0].headers[2].name': 'accept',
      'apiCalls[0].headers[2].value': 'twice',
      'apiCalls[0].headers[3].name': 'bad name',
      'apiCalls[0].headers[3].value': 'x',
      'apiCalls[0].headers[4].name': 'X-Empty',
      'apiCalls[1].url': 'nonsense',
      'apiCalls[1].method': 'GET',
      'apiCalls[1].authConfig.type': 'none',
      'triggerConfig.webhook.variables[0].name': '1st',
    });
    expect(status).toBe(422);
    expect(Object.keys(errorsOf(data) as object).toSorted()).toEqual([
      'apiCalls[0].headers[2].name',
      'apiCalls[0].headers[3].name',
      'apiCalls[0].headers[4].value',
      'apiCalls[0].timeoutSeconds',
      'apiCalls[1].url',
      'triggerConfig.webhook.variables[0].name',
    ]);
    expect(data).toMatchObject({
      kind: 'not-saved',
      failure: {
        title: 'Invalid API Call Configuration',
        message: expect.stringContaining('Validation failed: '),
      },
    });
    expect(typedIn(data)).toMatchObject({ apiCalls: [{ timeoutSeconds: 'soon' }, { url: 'nonsense' }] });
    expect(await version()).toBe(1);
  });

  it('says whether the saved version is live', async () => {
    const draft = await submit(await readForm(), { 'apiCalls[0].name': 'Once' });
    expect(draft.toast?.description).toBe('Your integration has been saved.');
    await updateIntegration(context, actor, id, { isActive: true });
    const live = await submit(await readForm(), { 'apiCalls[0].name': 'Twice' });
    expect(live.toast?.description).toBe('Your integration has been saved and is live.');
    await updateIntegration(context, actor, id, { autoDeploy: false });
    const heldBack = await submit(await readForm(), { 'apiCalls[0].name': 'Thrice' });
    expect(heldBack.toast?.description).toMatch(/^Version \d+ saved, version \d+ is live\.$/);
  });

  it('names the trigger in the title when nothing else is wrong', async () => {
    const { status, data } = await submit(await readForm(), {
      'triggerConfig.webhook.variables[0].name': '1st',
    });
    expect(status).toBe(422);
    expect(data).toMatchObject({ kind: 'not-saved', failure: { title: 'Invalid Trigger Configuration' } });
  });

  it('over a newer save is rejected, and done when the person insists', async () => {
    const mine = await readForm();
    await submit(await readForm(), { 'apiCalls[0].name': 'Theirs' });
    const refused = await submit(mine, { 'apiCalls[0].name': 'Mine' });
    const differences = [{ where: 'Call “Mine”', field: 'Name', mine: 'Mine', theirs: 'Theirs' }];
    const conflict = { version: 2, savedBy: 'Ada Lovelace', savedAt: expect.any(String), differences };
    expect(refused).toMatchObject({ status: 409, data: { failure: { conflict } } });
    expect(typedIn(refused.data)).toMatchObject({ apiCalls: [{ name: 'Mine' }] });
    expect((await submit(mine, { overwrite: '2' })).status).toBe(302);
    expect((await definition()).apiCalls[0]?.name).toBe('Mine');
  });

  it('tells a body that both changed line by line', async () => {
    const mine = await readForm();
    await submit(await readForm(), { 'apiCalls[0].method': 'POST', 'apiCalls[0].body': '{\n  "a": 2\n}' });
    const typed = { 'apiCalls[0].method': 'POST', 'apiCalls[0].body': '{\n  "a": 1\n}' };
    const refused = await submit(mine, typed);
    const lines = [
      { kind: 'same', text: '{' },
      { kind: 'removed', text: '  "a": 1' },
      { kind: 'added', text: '  "a": 2' },
      { kind: 'same', text: '}' },
    ];
    const differences = [{ field: 'Body', lines }];
    expect(refused).toMatchObject({ status: 409, data: { failure: { conflict: { differences } } } });
  });

  it('over a newer save that says the same is no conflict', async () => {
    const mine = await readForm();
    await submit(await readForm(), { 'apiCalls[0].name': 'Same' });
    expect((await submit(mine, { 'apiCalls[0].name': 'Same' })).location).toBe(`/integration/${id}`);
    expect(await version()).toBe(2);
  });

  it('asks about a newer save before it checks against it', async () => {
    const mine = await readForm();
    await submit(await readForm(), { 'apiCalls[0].authConfig.type': 'none' });
    const refused = await submit(mine, { 'apiCalls[0].url': 'nonsense' });
    expect(refused.status).toBe(409);
    expect(errorsOf(refused.data)).toBeFalsy();
    expect(JSON.stringify(refused.data)).not.toContain('bearer-token');
  });

  it("gives way to somebody else's when asked to", async () => {
    await submit(await readForm(), { 'apiCalls[0].name': 'Theirs' });
    expect((await submit(await readForm(), { intent: 'theirs' })).location).toBe(`/integration/${id}`);
    expect((await definition()).apiCalls[0]?.name).toBe('Theirs');
  });
});

it.each([
  ['keeps what was typed in a form of the page', 0, { status: 403, location: null }],
  ['reads no form of thousands of other fields', 5_000, { status: 302, location: 'the page' }],
])('of who may not edit any more %s', async (_name, count, expected) => {
  const form = await readForm();
  for (let at = 0; at < count; at += 1) form.set(`apiCalls[${at % 50}].x${at}`, '1');
  await context.db.run(
    context.db.build
      .updateTable('memberships')
      .set({ role: 'MEMBER', access: 'read' })
      .where('user_id', '=', actor.userId),
  );
  const { status, location, data, toast } = await submit(form, { 'apiCalls[0].name': 'Typed' });
  expect({ status, location: location?.replace(/^.integration.*/, 'the page') ?? null }).toEqual(expected);
  const message = "You don't have permission to do this. Ask an owner or an admin.";
  expect(toast?.description ?? (data as { failure: { message: string } }).failure.message).toBe(message);
  if (data) expect(typedIn(data)).toMatchObject({ apiCalls: [{ name: 'Typed' }] });
});

describe('without script', () => {
  it('a button adds a call behind another and keeps what was typed', async () => {
    const { data } = await submit(await readForm(), {
      'apiCalls[0].name': 'Not saved yet',
      ...press({
        type: 'insert',
        payload: { name: 'apiCalls', index: 1, defaultValue: { method: 'GET' } },
      }),
    });
    expect(typedIn(data)).toMatchObject({ apiCalls: [{ name: 'Not saved yet' }, { method: 'GET' }] });
    expect(await version()).toBe(1);
  });

  it('a button moves a call, and its secrets go with it', async () => {
    const form = await readForm();
    const { data } = await submit(form, {
      'apiCalls[1].name': 'Second',
      'apiCalls[1].method': 'GET',
      'apiCalls[1].url': 'https://api.example.com/2',
      'apiCalls[1].authConfig.type': 'none',
      ...press({ type: 'reorder', payload: { name: 'apiCalls', from: 0, to: 1 } }),
    });
    const moved = new FormData();
    append(moved, '', typedIn(data));
    expect((await submit(moved)).status).toBe(302);
    expect((await definition()).apiCalls).toMatchObject([
      { name: 'Second', order: 1 },
      { id: 'a', order: 2, authConfig: { token: 'bearer-token' } },
    ]);
  });

  it('a button removes a call', async () => {
    const { data } = await submit(
      await readForm(),
      press({ type: 'remove', payload: { name: 'apiCalls', index: 0 } }),
    );
    expect(typedIn(data)).not.toHaveProperty('apiCalls');
  });
});

describe('leaving a field', () => {
  it('gets a response with what is wrong, and nothing is saved', async () => {
    const { status, data } = await submit(await readForm(), {
      'apiCalls[0].url': 'nonsense',
      ...press({ type: 'validate', payload: { name: 'apiCalls[0].url' } }),
    });
    expect(status).toBe(200);
    expect(errorsOf(data)).toEqual({ 'apiCalls[0].url': ['URL must be a valid HTTP/HTTPS URL'] });
    expect(await version()).toBe(1);
  });
});

describe('revealing the secret', () => {
  it('shows it beside what was typed', async () => {
    const { data } = await submit(await readForm(), { 'apiCalls[0].name': 'Typed', intent: 'reveal' });
    expect(data).toMatchObject({ kind: 'revealed', secret: 'a webhook secret' });
    expect(typedIn(data)).toMatchObject({ apiCalls: [{ name: 'Typed' }] });
  });
});

describe('editing the details', () => {
  it('changes the name and leaves the version alone', async () => {
    const form = new FormData();
    const refused = await submit(form, { intent: 'details', name: 'ab', description: 'Why' });
    expect(refused).toMatchObject({ status: 422, data: { kind: 'not-renamed' } });
    expect(typedIn(refused.data)).toMatchObject({ name: 'ab', description: 'Why' });
    expect((await submit(form, { name: 'Renamed' })).status).toBe(302);
    expect(await findIntegration(context.db, { id, organizationId: actor.organizationId })).toMatchObject({
      name: 'Renamed',
      description: 'Why',
      version: 1,
    });
  });

  it('leaves what someone else changed meanwhile, and asks before it replaces that', async () => {
    const seen = { seenName: 'Orders', seenDescription: '', seenTags: '' };
    const stored = async () => findIntegration(context.db, { id, organizationId: actor.organizationId });
    await updateIntegration(context, actor, id, { name: 'Theirs', tags: ['Shop'] });
    const described = { intent: 'details', name: 'Orders', description: 'Mine', tags: '', ...seen };
    expect((await submit(new FormData(), described)).status).toBe(302);
    expect(await stored()).toMatchObject({ name: 'Theirs', description: 'Mine', tags: ['Shop'] });

    const renamed = { ...described, name: 'Mine', seenDescription: 'Mine' };
    const refused = await submit(new FormData(), renamed);
    const name = [
      'Someone else has changed the name to “Theirs” in the meantime. Save again to replace that.',
    ];
    expect(refused).toMatchObject({
      status: 409,
      data: { failure: null, seen: { name: 'Theirs', tags: ['Shop'] }, result: { error: { name } } },
    });
    expect(typedIn(refused.data)).toMatchObject({ name: 'Mine' });
    expect((await submit(new FormData(), { ...renamed, seenName: 'Theirs' })).status).toBe(302);
    expect(await stored()).toMatchObject({ name: 'Mine', tags: ['Shop'] });
  });
});

describe('the address that the second step had', () => {
  const old = 'http://localhost/integration/i?step=2&test=t';

  it('leads on to the one that it has, and to the same view of it', async () => {
    const thrown: unknown = await runLoader(argsOf(new Request(old))).catch((error: unknown) => error);
    expect(thrown).toMatchObject({ status: 302 });
    expect((thrown as Response).headers.get('Location')).toBe(`/integration/${id}/deploy?test=t`);
  });

  it('has what is posted to it posted again', async () => {
    const body = new URLSearchParams({ intent: 'run-test' });
    const request = new Request(old, { method: 'POST', body });
    const thrown: unknown = await runAction(argsOf(request)).catch((error: unknown) => error);
    expect(thrown).toMatchObject({ status: 307 });
    expect((thrown as Response).headers.get('Location')).toBe(`/integration/${id}/deploy?test=t`);
  });
});

it('sends people away from what another organization owns', async () => {
  const stranger = await createTestUser(context);
  const form = await readForm();
  cookie = await signInAs(context, stranger.user.id);
  const request = new Request(`http://localhost/integration/${id}`);
  await expect(runLoader(argsOf(request))).rejects.toMatchObject({ status: 302 });
  expect((await submit(form, { 'apiCalls[0].name': 'Mine now' })).status).toBe(404);
  expect((await submit(form, { intent: 'reveal' })).status).toBe(404);
});
