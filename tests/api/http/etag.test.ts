import { beforeEach, expect, test } from 'vitest';
import { createIntegration, updateIntegration } from '~/services/integrations/integrations';
import { createTestUser, signInAs } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import { type CheckedApp, createCheckedApp } from '../checked-app';

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
  ['members', () => `/api/organizations/${actor.organizationId}/members`],
  ['roles', () => `/api/organization-memberships/${actor.organizationId}/all`],
  ['invitations', () => `/api/organizations/${actor.organizationId}/invitations`],
  ['the audit', () => `/api/organizations/${actor.organizationId}/audit-log`],
  ['API tokens', () => `/api/organizations/${actor.organizationId}/api-tokens`],
])('what tells of persons is kept by nobody: %s', async (_what, pathOf) => {
  const { status, headers } = await get(pathOf());
  expect([status, headers.get('Cache-Control'), headers.get('ETag')]).toEqual([200, 'no-store', null]);
});
