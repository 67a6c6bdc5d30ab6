import { beforeEach, expect, test } from 'vitest';
import { createTestUser, signInAs } from '../../support/accounts';
import { createTestContext } from '../../support/context';
import { type CheckedApp, createCheckedApp } from '../checked-app';

let app: CheckedApp;
let cookie: string;
let organization: string;
let integration: string;

beforeEach(async () => {
  const context = await createTestContext();
  app = createCheckedApp(context);
  const { user, organizationId } = await createTestUser(context);
  cookie = await signInAs(context, user.id);
  organization = `/api/organizations/${organizationId}`;
  const made = await send('POST', '/api/integrations', { name: 'Orders' });
  integration = `/api/integrations/${String(made.body.id)}`;
});

async function send(method: string, path: string, body?: unknown) {
  const response = await app.request(path, {
    method,
    headers: { Cookie: cookie, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

test('a misspelled field is refused by its name, and nothing is done', async () => {
  const secret = { name: 'key', value: 'to be kept', secret: true };
  expect(await send('POST', `${organization}/values`, secret)).toMatchObject({
    status: 422,
    body: {
      fields: {
        secret: [expect.stringMatching(/^There is no such field; the fields here are name, .*isSecret/)],
      },
    },
  });
  expect((await send('GET', `${organization}/values`)).body).toEqual([]);
  const save = await send('PATCH', integration, { isActve: true });
  expect([save.status, Object.keys(save.body.fields as object)]).toEqual([422, ['isActve']]);
});

test('a misspelled field of a trigger, call or step is refused, and the message names the field that was meant', async () => {
  const call = { id: 'a', url: 'https://a.example.com', responseMapping: { saveAs: 'made' } };
  const chain = {
    triggerConfig: { type: 'webhook', webhook: { secret: 'a long secret', onlyRunif: [] } },
    apiCalls: [
      {
        ...call,
        responseMapping: { ...call.responseMapping, remember: [{ name: 'last', value: 'made.id' }] },
      },
    ],
    responseHandlingSteps: [
      {
        id: 'r',
        nextApiCallId: 'a',
        responseHandling: { statusCodeActions: [{ action: 'end', on: [500] }] },
      },
    ],
  };
  const save = await send('PATCH', integration, chain);
  expect(save).toMatchObject({ status: 422, body: { code: 'VALIDATION_FAILED' } });
  const found = Object.entries(save.body.fields as object).map(([path, [message]]) => `${path}: ${message}`);
  expect(found).toEqual([
    'triggerConfig.webhook.onlyRunif: There is no such field; the nearest is onlyRunIf',
    expect.stringContaining(
      'responseMapping.remember: There is no such field here, but at apiCalls.0.remember;',
    ),
    expect.stringMatching(
      /^responseHandlingSteps\.0\.responseHandling\.statusCodeActions\.0\.on: .*here are statusCodes, /,
    ),
  ]);
  expect((await send('GET', integration)).body).toMatchObject({ version: 1, apiCalls: [] });
});

test('an answer names a few of many unknown fields', async () => {
  const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`field${index}`, index]));
  expect(Object.keys((await send('PATCH', integration, many)).body.fields as object)).toHaveLength(20);
});

test('a file is held against what an export has, once its version can be read', async () => {
  const { exportedVersion, ...file } = (await send('GET', `${integration}/export`)).body;
  expect(exportedVersion).toBe(1);
  const put = (change: object) => send('PUT', `${integration}/file`, { ...file, ...change });
  expect((await put({})).status).toBe(200);
  expect((await put({ apiCalls: [] })).body.fields).toEqual({
    apiCalls: [expect.stringContaining('but at definition.apiCalls;')],
  });
  expect((await put({ version: 1_000, later: true })).body.message).toMatch(/newer version of this product/);
});

test('a payload in place of `triggerData` is refused', async () => {
  expect(await send('POST', `${integration}/run`, { order: 7 })).toMatchObject({
    status: 422,
    body: { fields: { order: [expect.stringContaining('triggerData')] } },
  });
});

test('what was answered may be sent back as it is', async () => {
  const read = (await send('GET', integration)).body;
  const saved = await send('PATCH', integration, read);
  expect(saved).toEqual({ status: 200, body: { ...read, updatedAt: expect.any(String) } });
  for (const [list, made] of [
    ['values', { name: 'region', value: 'eu' }],
    ['channels', { name: 'On call', kind: 'email', recipients: 'owners', events: { failing: 1 } }],
    [
      'connections',
      { name: 'Shop', kind: 'bearer', baseUrl: 'https://a.example.com', config: { token: 'abcdefgh' } },
    ],
  ] as const) {
    const { body } = await send('POST', `${organization}/${list}`, made);
    expect(await send('PATCH', `${organization}/${list}/${String(body.id)}`, body)).toMatchObject({
      status: 200,
    });
  }
});
