import { beforeEach, expect, test } from 'vitest';
import { createTestUser, signInAs } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import { type CheckedApp, createCheckedApp } from '../checked-app';

interface Installation {
  context: TestContext;
  app: CheckedApp;
  cookie: string;
  organization: string;
}

interface Call {
  id: string;
  url: string;
  headers: Record<string, string>;
  authConfig: { type: string; token?: string; connectionId?: string };
}

interface File {
  name: string;
  tags: string[];
  definition: { apiCalls: Call[]; triggerConfig: object; responseHandlingSteps: object[] };
  limits: Record<string, number | null>;
}

interface Answer {
  id: string;
  name: string;
  tags: string[];
  version: number;
  apiCalls: Call[];
  loopSteps?: object[];
  fields?: Record<string, string[]>;
  message: string;
  differences: { where: string; field: string; former: string; next: string }[];
}

let here: Installation;
let id: string;

beforeEach(async () => {
  here = await install();
  id = (await send(here, 'POST', '/api/integrations', await describe())).body.id;
});

async function install(): Promise<Installation> {
  const context = await createTestContext();
  const { user, organizationId } = await createTestUser(context);
  const cookie = await signInAs(context, user.id);
  const organization = `/api/organizations/${organizationId}`;
  return { context, app: createCheckedApp(context), cookie, organization };
}

async function send({ app, cookie }: Installation, method: string, path: string, body?: object) {
  const headers = { Cookie: cookie, ...(body && { 'Content-Type': 'application/json' }) };
  const response = await app.request(path, {
    method,
    headers: headers as Record<string, string>,
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Answer };
}

async function addConnection(installation: Installation): Promise<string> {
  const connection = {
    name: 'Warehouse',
    kind: 'bearer',
    baseUrl: 'https://warehouse.example.com',
    config: { token: 'a-token-of-its-own' },
  };
  return (await send(installation, 'POST', `${installation.organization}/connections`, connection)).body.id;
}

/** With everything that a file leaves out. */
async function describe() {
  const connectionId = await addConnection(here);
  return {
    name: 'Orders',
    description: 'To the warehouse',
    triggerConfig: {
      type: 'webhook',
      webhook: { secret: 'a long random text', headers: { Authorization: 'Bearer of-the-sender' } },
    },
    apiCalls: [
      {
        id: 'one',
        method: 'POST',
        url: 'https://api.example.com/orders?api_key=typed-in-the-url',
        headers: { 'X-Api-Key': 'secret-of-one' },
        authConfig: { type: 'bearer', token: 'token-of-one' },
        body: { id: '{{trigger.id}}' },
      },
      { id: 'two', method: 'GET', url: '/stock', authConfig: { type: 'connection', connectionId } },
    ],
    responseHandlingSteps: [
      {
        id: 'rule',
        nextApiCallId: 'one',
        responseHandling: {
          statusCodeActions: [
            {
              statusCodes: ['5xx'],
              action: 'webhook',
              webhookURL: 'https://a.example.com/?token=abc',
            },
          ],
        },
      },
    ],
    loopSteps: [],
  };
}

async function read(installation: Installation, path: string) {
  return (await send(installation, 'GET', path)).body;
}

async function exportFile(): Promise<File> {
  return (await read(here, `/api/integrations/${id}/export`)) as unknown as File;
}

const { stringify } = JSON;

test('a file that was exported a moment ago changes nothing, secrets included', async () => {
  const before = await read(here, `/api/integrations/${id}`);
  const file = await exportFile();
  expect(stringify(file)).not.toMatch(/secret-of-one|token-of-one|typed-in-the-url|token=abc|random/);
  const compared = await send(here, 'POST', `/api/integrations/${id}/file/diff`, file);
  expect(compared).toEqual({ status: 200, body: { differences: [] } });
  const applied = await send(here, 'PUT', `/api/integrations/${id}/file`, file);
  expect(applied.status).toBe(200);
  expect({ ...applied.body, updatedAt: '' }).toEqual({ ...before, updatedAt: '' });
  const secret = await send(here, 'POST', `/api/integrations/${id}/webhook-secret/reveal`);
  expect(secret.body).toEqual({ secret: 'a long random text' });
  const [first, second] = file.definition.apiCalls;
  const withBodies = (apiCalls: object[]) => ({ ...file, definition: { ...file.definition, apiCalls } });
  const asJson = withBodies([{ ...first, body: { id: '{{trigger.id}}' } }, { ...second }]);
  expect((await send(here, 'POST', `/api/integrations/${id}/file/diff`, asJson)).body.differences).toEqual(
    [],
  );
  const longBody = { ...first, body: Array.from({ length: 200_000 }, () => 1) };
  const long = withBodies(Array.from({ length: 5 }, (_, index) => ({ ...longBody, id: `c${index}` })));
  for (const [method, path] of [
    ['PUT', 'file'],
    ['POST', 'file/diff'],
  ] as const) {
    const refused = await send(here, method, `/api/integrations/${id}/${path}`, long);
    expect(Object.keys(refused.body.fields ?? {})).toEqual(['definition.apiCalls.4.body']);
  }
});

test('says what an edited file would change, and changes that', async () => {
  const file = await exportFile();
  const [one] = file.definition.apiCalls;
  const edited = {
    ...file,
    name: 'Orders of today',
    description: null,
    tags: ['Shop'],
    definition: { ...file.definition, apiCalls: [{ ...one, method: 'PUT' }], responseHandlingSteps: [] },
    limits: { ...file.limits, executionsAtOnce: 3 },
  };
  const { body } = await send(here, 'POST', `/api/integrations/${id}/file/diff`, edited);
  expect(body.differences.map(({ where, field, former, next }) => [where, field, former, next])).toEqual(
    expect.arrayContaining([
      ['Integration', 'Name', 'Orders', 'Orders of today'],
      ['Integration', 'Description', 'To the warehouse', 'Empty'],
      ['Integration', 'Tags', 'Empty', 'Shop'],
      ['Integration', 'Executions at once', 'none', '3'],
      [expect.stringContaining('Call'), expect.stringMatching(/method/i), 'POST', 'PUT'],
    ]),
  );
  expect(await read(here, `/api/integrations/${id}`)).toMatchObject({ name: 'Orders', version: 1 });
  const applied = await send(here, 'PUT', `/api/integrations/${id}/file`, edited);
  expect(applied.body).toMatchObject({
    name: 'Orders of today',
    description: null,
    tags: ['Shop'],
    version: 2,
    executionsAtOnce: 3,
    apiCalls: [
      { id: 'one', method: 'PUT', headers: { 'X-Api-Key': '••••-one' }, authConfig: { token: '••••-one' } },
    ],
    responseHandlingSteps: [],
  });
  expect(applied.body.apiCalls[0]?.url).toContain('api_key=typed-in-the-url');
  const { tags, ...untagged } = await exportFile();
  expect(tags).toEqual(['Shop']);
  // A file of an earlier release says nothing of tags.
  const again = await send(here, 'PUT', `/api/integrations/${id}/file`, untagged);
  expect(again.body).toMatchObject({ tags });
});

test('goes to another installation, and once more without a difference', async () => {
  const file = await exportFile();
  const there = await install();
  const connectionId = await addConnection(there);
  const text = stringify({ ...file, tags: ['Shop'] });
  const made = await send(there, 'POST', '/api/integrations/import', { text });
  expect(made).toMatchObject({ status: 201, body: { tags: ['Shop'] } });
  const path = `/api/integrations/${made.body.id}`;
  await send(there, 'PATCH', path, {
    triggerConfig: { type: 'webhook', webhook: { secret: 'the one of there' } },
  });
  const first = await send(there, 'PUT', `${path}/file`, file);
  expect(first.body.apiCalls[1]?.authConfig).toEqual({ type: 'connection', connectionId });
  expect(await send(there, 'POST', `${path}/file/diff`, file)).toMatchObject({ body: { differences: [] } });
  const second = await send(there, 'PUT', `${path}/file`, file);
  expect(second.body.version).toBe(first.body.version);
  expect((await send(there, 'POST', `${path}/webhook-secret/reveal`)).body).toEqual({
    secret: 'the one of there',
  });
});

test('does not send a stored secret to another server', async () => {
  const file = await exportFile();
  const [one, two] = file.definition.apiCalls;
  const moved = {
    ...file,
    definition: { ...file.definition, apiCalls: [{ ...one, url: 'https://evil.example.com/' }, two] },
  };
  const { status, body } = await send(here, 'PUT', `/api/integrations/${id}/file`, moved);
  expect(status).toBe(422);
  expect(Object.keys(body.fields ?? {})).toContain('apiCalls.0.authConfig.token');
});

test('names a connection that is not there', async () => {
  const file = await exportFile();
  const [one, two] = file.definition.apiCalls;
  const other = { ...two, authConfig: { type: 'connection', connectionId: 'Shop' } };
  const sent = { ...file, definition: { ...file.definition, apiCalls: [one, other] } };
  for (const [method, path] of [
    ['PUT', 'file'],
    ['POST', 'file/diff'],
  ] as const) {
    const { status, body } = await send(here, method, `/api/integrations/${id}/${path}`, sent);
    expect([status, body.fields]).toEqual([
      422,
      { 'apiCalls.1.authConfig.connectionId': ['There is no connection “Shop” here: create it first'] },
    ]);
  }
});

test('starts at the end of the integration that the file names, or of the one that did before', async () => {
  const source = (await send(here, 'POST', '/api/integrations', { name: 'Before' })).body.id;
  const triggerConfig = { type: 'event', event: { integrationId: source, on: 'error' } };
  await send(here, 'PATCH', `/api/integrations/${id}`, { triggerConfig });
  const file = await exportFile();
  for (const same of [file, { ...file, startedBy: undefined }, { ...file, startedBy: 'Nobody' }]) {
    expect(await send(here, 'PUT', `/api/integrations/${id}/file`, same)).toMatchObject({
      status: 200,
      body: { triggerConfig, version: 2 },
    });
  }
  const other = (await send(here, 'POST', '/api/integrations', { name: 'Another' })).body.id;
  const moved = { ...file, startedBy: 'Another' };
  expect(await send(here, 'PUT', `/api/integrations/${id}/file`, moved)).toMatchObject({
    body: { triggerConfig: { event: { integrationId: other } }, version: 3 },
  });
});

test('starts at the end of those with the tag that the file names, or of those that did before', async () => {
  const source = (await send(here, 'POST', '/api/integrations', { name: 'Before' })).body.id;
  const put = (file: object) => send(here, 'PUT', `/api/integrations/${id}/file`, file);
  const waitFor = (event: object) =>
    send(here, 'PATCH', `/api/integrations/${id}`, { triggerConfig: { type: 'event', event } });
  await waitFor({ integrationId: source, on: 'error' });
  const named = await exportFile();
  const byTag = { integrationId: 'any', tag: 'billing', on: 'any' };
  expect(await waitFor(byTag)).toMatchObject({ body: { triggerConfig: { type: 'event', event: byTag } } });
  const tagged = await exportFile();
  expect(tagged).toMatchObject({ definition: { triggerConfig: { event: byTag } } });
  // The file names none that is here, so what is stored stays.
  expect(await put({ ...named, startedBy: 'Nobody' })).toMatchObject({
    body: { triggerConfig: { event: { integrationId: 'any', tag: 'billing', on: 'error' } } },
  });
  expect(await put(tagged)).toMatchObject({ body: { triggerConfig: { event: byTag } } });
});

test('refuses what is no exported integration', async () => {
  const { status, body } = await send(here, 'PUT', `/api/integrations/${id}/file`, { name: 'x' });
  expect([status, body.message]).toEqual([422, 'This is not an exported integration.']);
});

test('integrations are found by their names', async () => {
  await send(here, 'POST', '/api/integrations', { name: 'Orders of today' });
  const organizationId = here.organization.split('/').at(-1);
  const found = await here.app.request(`/api/integrations/organization/${organizationId}?name=Orders`, {
    headers: { Cookie: here.cookie },
  });
  expect(await found.json()).toMatchObject([{ id, name: 'Orders' }]);
});

function wide(count: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`x${at}`, 1]));
}

test('a file with more headers, tags or settings than are read is refused before its schema lists each', async () => {
  const file = await exportFile();
  const [first] = file.definition.apiCalls;
  const calls = { ...file.definition, apiCalls: [{ ...first, headers: wide(150_000) }] };
  for (const [field, change] of [
    ['definition.apiCalls.0.headers', { definition: calls }],
    ['tags', { tags: Array.from({ length: 200_000 }, () => 1) }],
    ['definition.dataMapping', { definition: { ...file.definition, dataMapping: wide(60_000) } }],
  ] as const) {
    const { status, body } = await send(here, 'PUT', `/api/integrations/${id}/file`, { ...file, ...change });
    expect([status, body.message]).toEqual([422, expect.stringMatching(/^This file cannot be read: .*\.$/)]);
    expect(body.message).toContain(`(${field})`);
  }
});
