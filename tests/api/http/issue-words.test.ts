import { beforeEach, expect, test } from 'vitest';
import { createTestUser, signInAs } from '../../support/accounts';
import { createTestContext } from '../../support/context';
import { type CheckedApp, createCheckedApp } from '../checked-app';
import { postJson } from '../post-json';

let app: CheckedApp;
let cookie: string;
let organization: string;

beforeEach(async () => {
  const context = await createTestContext();
  app = createCheckedApp(context);
  const { user, organizationId } = await createTestUser(context);
  cookie = await signInAs(context, user.id);
  organization = `/api/organizations/${organizationId}`;
});

async function findFields(path: string, body: unknown) {
  const response = await app.request(path, postJson(body, { Cookie: cookie }));
  expect(response.status).toBe(422);
  return ((await response.json()) as { fields: object }).fields;
}

test('a message about a missing value, or one of another kind, says what to send', async () => {
  expect(await findFields(`${organization}/connections`, { name: 'x', kind: 'bearer' })).toEqual({
    config: ['This is required: send an object'],
  });
  expect(await findFields(`${organization}/channels`, { name: 5, kind: 'email' })).toMatchObject({
    events: ['This is required: send an object'],
  });
  expect(await findFields(`${organization}/values`, { isSecret: 'yes', format: 'xml', value: 5 })).toEqual({
    name: ['This is required: send a text'],
    format: ['Send one of "text", "json"'],
    value: ['Send a text'],
    isSecret: ['Send true or false'],
  });
});

test('a message about a part of a definition says what to send', async () => {
  const call = { url: 'https://a.example.com/', headers: [], authConfig: { type: 'beerer' } };
  expect(
    await findFields('/api/integrations', {
      name: 'Orders',
      triggerConfig: { type: 'cron' },
      apiCalls: [call, { url: 'https://a.example.com/', authConfig: {} }],
    }),
  ).toEqual({
    'triggerConfig.cron': ['This is required: send an object'],
    'apiCalls.0.headers': ['Send an object'],
    'apiCalls.0.authConfig.type': ['Send one of "none", "bearer", "basic", "connection"'],
    'apiCalls.1.authConfig.type': ['This is required: send one of "none", "bearer", "basic", "connection"'],
  });
});

test('a number out of range and an unknown method are explained in sentences', async () => {
  const url = 'https://a.example.com/';
  expect(
    await findFields('/api/integrations', {
      name: 'Orders',
      apiCalls: [
        { url, timeoutMs: 5 },
        { url, timeoutMs: 120_001, method: 'FETCH' },
      ],
    }),
  ).toEqual({
    'apiCalls.0.timeoutMs': ['Send 1,000 or more'],
    'apiCalls.1.timeoutMs': ['Send 120,000 or less'],
    'apiCalls.1.method': ['The HTTP method must be GET, POST, PUT, PATCH, DELETE, HEAD or OPTIONS'],
  });
});

test('a wrong query is explained in sentences, too', async () => {
  const response = await app.request('/api/integrations/organization/x?limit=1', {
    headers: { Cookie: cookie },
  });
  expect(response.status).toBe(404);
  const path = `${organization.replace('organizations', 'integrations/organization')}?limit=1&cursor=1&cursor=2`;
  const twice = await app.request(path, { headers: { Cookie: cookie } });
  expect(await twice.json()).toMatchObject({ fields: { cursor: ['Send a text'] } });
});

test('an import, which a thread reads, is explained in sentences, too', async () => {
  expect(await findFields('/api/integrations/import', { text: 5 })).toEqual({ text: ['Send a text'] });
});
