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

function ask(method: string, path: string) {
  return app.request(path, { method, headers: { Cookie: cookie } });
}

test('a method that a call does not have is answered those that it has', async () => {
  const answer = await ask('PUT', organization);
  expect(answer.status).toBe(405);
  expect(answer.headers.get('Allow')).toBe('GET, PATCH, DELETE, HEAD, OPTIONS');
  expect(await answer.json()).toMatchObject({
    code: 'METHOD_NOT_ALLOWED',
    message: 'PUT is not allowed here. Allowed: GET, PATCH, DELETE, HEAD, OPTIONS.',
  });
  expect((await ask('GET', '/auth/logout')).headers.get('Allow')).toBe('POST, OPTIONS');
});

test('OPTIONS names them, and HEAD is one', async () => {
  const answer = await ask('OPTIONS', '/api/integrations');
  expect([answer.status, answer.headers.get('Allow'), await answer.text()]).toEqual([
    204,
    'POST, OPTIONS',
    '',
  ]);
});

test.each([
  '/api/integrations/1/executionsXcsv',
  '/api/nothing',
  '/api/integrations/a/b/c/d',
  '/auth/nothing',
  '/api',
])('%s is no address of a call', async (path) => {
  expect((await ask('DELETE', path)).status).toBe(404);
});

test.each([
  [
    'connections',
    { name: 'Warehouse', kind: 'bearer', baseUrl: 'https://a.example.com', config: { token: 'abcdefgh' } },
  ],
  ['values', { name: 'region', value: 'eu' }],
  ['channels', { name: 'On call', kind: 'email', recipients: 'owners', events: { failing: 1 } }],
  ['integrations', { name: 'Orders' }],
])('what is made in %s stands where Location says', async (what, body) => {
  const list = what === 'integrations' ? '/api/integrations' : `${organization}/${what}`;
  const made = await app.request(list, postJson(body, { Cookie: cookie }));
  expect(made.status).toBe(201);
  const read = await ask('GET', made.headers.get('Location') ?? '');
  expect(read.status).toBe(200);
  expect(await read.json()).toMatchObject({ id: ((await made.json()) as { id: string }).id });
});

test('a copy of an integration is found at its Location', async () => {
  const made = await app.request('/api/integrations', postJson({ name: 'Orders' }, { Cookie: cookie }));
  const copy = await ask('POST', `${made.headers.get('Location')}/duplicate`);
  expect((await ask('GET', copy.headers.get('Location') ?? '')).status).toBe(200);
});
