import { once } from 'node:events';
import { text as readText } from 'node:stream/consumers';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ApiEnv } from '~/api/http/problem-response';
import { requireMatch, tellPresentState } from '~/api/http/responses/etag';
import { createApiToken } from '~/services/accounts/api-token-creation';
import { createIntegration, updateIntegration } from '~/services/integrations/integrations';
import { createTestUser, proven, signInAs } from '../../../support/accounts';
import { createTestContext, type TestContext } from '../../../support/context';
import { type CheckedApp, createCheckedApp } from '../../checked-app';
import { connection, createWholeApp } from '../../whole-app';
import { open, start } from '../written-requests';

let context: TestContext;
let app: CheckedApp;
let actor: { userId: string; organizationId: string };
let cookie: string;
let id: string;

beforeEach(async () => {
  context = await createTestContext();
  app = createCheckedApp(context);
  const { user, organizationId } = await createTestUser(context);
  actor = { userId: user.id, organizationId };
  cookie = await signInAs(context, user.id);
  const made = await createIntegration(context, actor, { name: 'Orders' });
  id = made.kind === 'integration' ? made.integration.id : '';
});

function get(path: string, headers: Record<string, string> = {}) {
  return app.request(path, { headers: { Cookie: cookie, ...headers } });
}

const paths = {
  'a list': () => `/api/integrations/organization/${actor.organizationId}`,
  'an integration': () => `/api/integrations/${id}`,
  logs: () => `/api/integrations/${id}/execution-logs`,
  'the document': () => '/api/openapi.json',
};

test.each(Object.entries(paths))('%s is a 304 to whoever has it', async (_what, pathOf) => {
  const first = await get(pathOf());
  const tag = first.headers.get('ETag') ?? '';
  expect(tag).toMatch(/^W\/"[0-9a-f]{64}"$/);
  expect(first.headers.get('Cache-Control')).toBe('private, no-cache');
  const strong = tag.replace('W/', '');
  for (const known of [tag, strong, `"other", ${tag}`, `W/"a",${tag},"b"`, '*']) {
    const again = await get(pathOf(), { 'If-None-Match': known });
    expect(again.status, known).toBe(304);
    expect(again.headers.get('ETag')).toBe(tag);
    expect(again.headers.get('Cache-Control')).toBe('private, no-cache');
    expect(again.headers.get('X-Request-Id')).toMatch(/^[\w-]{36}$/);
    expect(await again.text()).toBe('');
  }
  expect((await get(pathOf(), { 'If-None-Match': '"other"' })).status).toBe(200);
});

test('what changed is sent whole, under another tag', async () => {
  const tag = (await get(`/api/integrations/${id}`)).headers.get('ETag') ?? '';
  await updateIntegration(context, actor, id, { description: 'Why' });
  const changed = await get(`/api/integrations/${id}`, { 'If-None-Match': tag });
  expect(changed.status).toBe(200);
  expect(changed.headers.get('ETag')).not.toBe(tag);
});

test('failures and files have no tag', async () => {
  const missing = await get('/api/integrations/unknown', { 'If-None-Match': '*' });
  expect(missing.status).toBe(404);
  expect(missing.headers.get('ETag')).toBeNull();
  expect(missing.headers.get('Cache-Control')).toBe('no-store');
  const file = await get(`/api/integrations/${id}/export`, { 'If-None-Match': '*' });
  expect(file.status).toBe(200);
  expect(file.headers.get('ETag')).toBeNull();
});

test.each([
  ['the account', () => '/api/users/me'],
  ['its sessions', () => `/api/users/${actor.userId}/sessions`],
  ['its organizations', () => `/api/organization-memberships/${actor.userId}`],
  ['its roles', () => '/api/organizations'],
  ['members', () => `/api/organizations/${actor.organizationId}/members`],
  ['roles', () => `/api/organization-memberships/${actor.organizationId}/all`],
  ['invitations', () => `/api/organizations/${actor.organizationId}/invitations`],
  ['the audit', () => `/api/organizations/${actor.organizationId}/audit-log`],
  ['API tokens', () => `/api/organizations/${actor.organizationId}/api-tokens`],
])('what tells of persons is kept by nobody: %s', async (_what, pathOf) => {
  const { status, headers } = await get(pathOf());
  expect([status, headers.get('Cache-Control'), headers.get('ETag')]).toEqual([200, 'no-store', null]);
});

function send(method: string, path: string, headers: Record<string, string>, body?: unknown) {
  const type: Record<string, string> = body === undefined ? {} : { 'Content-Type': 'application/json' };
  const init = { method, headers: { Cookie: cookie, ...type, ...headers } };
  return app.request(path, { ...init, ...(body !== undefined && { body: JSON.stringify(body) }) });
}

async function tagOf(path: string) {
  return (await get(path)).headers.get('ETag') ?? '';
}

/** Sends the headers of a change to what is there now; the returned function sends its long body, and returns the response. */
async function beginChange(path: string): Promise<() => Promise<string>> {
  const answer = getRequestListener(createWholeApp(context).fetch, { overrideGlobalObjects: false });
  const server = await start((request, response) => void answer(request, response));
  const body = JSON.stringify({ description: 'One' }).padEnd(300_000);
  const headers = {
    Host: 'localhost',
    Connection: 'close',
    Cookie: cookie,
    Origin: context.config.appUrl,
    'If-Match': await tagOf(path),
    'Content-Type': 'application/json',
    'Content-Length': String(body.length),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const socket = open(server, `PATCH ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  await once(server, 'request');
  return () => {
    socket.write(body);
    return readText(socket);
  };
}

describe('If-Match', () => {
  test('lets a change through to what was read, and nothing after another one', async () => {
    const path = `/api/integrations/${id}`;
    const tag = await tagOf(path);
    expect((await send('PATCH', path, { 'If-Match': tag }, { description: 'One' })).status).toBe(200);
    const late = await send('PATCH', path, { 'If-Match': tag }, { description: 'Two' });
    expect(late.status).toBe(412);
    expect(await late.json()).toMatchObject({ code: 'PRECONDITION_FAILED' });
    expect((await send('DELETE', path, { 'If-Match': tag })).status).toBe(412);
    expect(await (await get(path)).json()).toMatchObject({ description: 'One' });
    expect((await send('DELETE', path, { 'If-Match': `"other", ${await tagOf(path)}` })).status).toBe(204);
  });

  test('leaves a long body that comes after the headers to the change itself', async () => {
    const sendBody = await beginChange(`/api/integrations/${id}`);
    expect(await sendBody()).toMatch(/^HTTP\/1\.1 200 [^]*"description":"One"/);
  });

  test('compares with what is there when the body has arrived', async () => {
    const sendBody = await beginChange(`/api/integrations/${id}`);
    await updateIntegration(context, actor, id, { description: 'Meanwhile' });
    expect(await sendBody()).toMatch(/^HTTP\/1\.1 412 /);
    expect(await (await get(`/api/integrations/${id}`)).json()).toMatchObject({ description: 'Meanwhile' });
  });

  test('lets one of two changes through that are sent at once', async () => {
    const path = `/api/organizations/${actor.organizationId}`;
    const tag = await tagOf(path);
    const change = (name: string) => send('PATCH', path, { 'If-Match': tag }, { name });
    const sent = await Promise.all([change('One'), change('Two')]);
    expect(sent.map(({ status }) => status).toSorted()).toEqual([200, 412]);
  });

  test('costs a token no request beside that of the change', async () => {
    // One at once.
    context = await createTestContext({ config: { apiTokenRate: 6 } });
    app = createCheckedApp(context);
    const { user, organizationId } = await createTestUser(context);
    cookie = await signInAs(context, user.id);
    const details = { name: 'CI', role: 'OWNER' as const };
    const made = await createApiToken(context, { userId: user.id, organizationId }, details, proven);
    if (made.kind !== 'created') throw new Error(made.kind);
    const headers = { 'If-Match': await tagOf(`/api/organizations/${organizationId}`), Cookie: '' };
    const authorization = { ...headers, Authorization: `Bearer ${made.token}` };
    const changed = await send('PATCH', `/api/organizations/${organizationId}`, authorization, {
      name: 'One',
    });
    expect(changed.status).toBe(200);
  });

  test.each([429, 500, 503])('makes no change while what is there is answered with %d', async (status) => {
    let changes = 0;
    const overloaded = new Hono<ApiEnv>();
    overloaded.use(tellPresentState(overloaded));
    overloaded.get('/', (c) => c.body('later', status as 503));
    overloaded.patch('/', requireMatch, (c) => {
      changes += 1;
      return c.body('changed');
    });
    const asked = { method: 'PATCH', headers: { 'If-Match': '"read"' } };
    const response = await overloaded.request('/', asked, connection);
    expect([response.status, await response.text(), changes]).toEqual([status, 'later', 0]);
  });

  test('any state of what is there is meant by a star', async () => {
    expect((await send('DELETE', `/api/integrations/${id}`, { 'If-Match': '*' })).status).toBe(204);
    expect((await send('DELETE', `/api/integrations/${id}`, { 'If-Match': '*' })).status).toBe(404);
  });

  test('also guards values and connections', async () => {
    const values = `/api/organizations/${actor.organizationId}/values`;
    const made = await send('POST', values, {}, { name: 'region', value: 'eu' });
    const path = made.headers.get('Location') ?? '';
    const tag = await tagOf(path);
    expect((await send('PATCH', path, { 'If-Match': tag }, { value: 'us' })).status).toBe(200);
    expect((await send('PATCH', path, { 'If-Match': tag }, { value: 'ap' })).status).toBe(412);
  });

  test('is refused where there is nothing to compare, before anything is done', async () => {
    const refused = await send('POST', '/api/integrations', { 'If-Match': '*' }, { name: 'More' });
    expect([refused.status, await refused.json()]).toEqual([
      412,
      expect.objectContaining({ message: 'What is here has no ETag: leave If-Match out.' }),
    ]);
    const strange = await app.request(`/api/integrations/${id}`, {
      method: 'DELETE',
      headers: { 'If-Match': '*' },
    });
    expect(strange.status).toBe(401);
  });
});
