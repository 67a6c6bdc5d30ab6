// An installation that is read-only: screens and API refuse what would change something, webhooks and the administrator go on.
import { beforeEach, expect, test } from 'vitest';
import { listAuditEntries } from '~/db/organizations/audit-log';
import { performAdminCommand } from '~/services/administration/admin-command';
import { createApiToken } from '~/services/accounts/api-token-creation';
import { createAcceptDelivery } from '~/services/webhooks/accept-delivery';
import { createTestUser, proven } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import { makeDelivery } from '../../support/delivery';
import { seedIntegration, webhookTrigger } from '../../support/seed';
import { connection, createWholeApp } from '../whole-app';

let context: TestContext;
let owner: { userId: string; organizationId: string };
let token: string;

beforeEach(async () => {
  context = await createTestContext();
  const { user, organizationId } = await createTestUser(context);
  owner = { userId: user.id, organizationId };
  const made = await createApiToken(context, owner, { name: 'Deployment', role: 'OWNER' }, proven);
  if (made.kind !== 'created') throw new Error(made.kind);
  token = made.token;
});

async function send(method: string, path: string, headers: Record<string, string> = {}) {
  const body = method === 'POST' ? '{"name":"Orders"}' : null;
  const init = {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers },
    body,
  };
  return createWholeApp(context).request(path, init, connection);
}

async function admin(name: string) {
  const { config, db, outbound } = context;
  return performAdminCommand(db, [name], { config, now: context.now(), createOutbound: () => outbound });
}

const words = 'This server is read-only for maintenance. Nothing was changed; try again later.';

test('the API refuses changes in words, and answers what is read', async () => {
  expect((await send('POST', '/api/installation/read-only')).status).toBe(204);
  const refused = await send('POST', '/api/integrations');
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '60']);
  expect(refused.headers.get('X-Refused')).toBe(words);
  expect(await refused.json()).toMatchObject({ message: words });
  expect((await send('GET', `/api/integrations/organization/${owner.organizationId}`)).status).toBe(200);
  expect(await (await send('GET', '/api/installation')).json()).toMatchObject({
    readOnlySince: expect.any(String),
  });
  expect((await send('POST', '/api/installation/read-write')).status).toBe(204);
  expect((await send('POST', '/api/integrations')).status).toBe(201);
  const kinds = (await listAuditEntries(context.db, { ...owner, limit: 10 })).map(({ kind }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(['installation-read-only', 'installation-read-write']));
});

test('screens refuse what is sent, with a page, except those that an administrator needs', async () => {
  expect(await admin('read-only')).toEqual({ kind: 'done', lines: ['Read-only: nothing can be changed.'] });
  expect(await admin('read-only')).toEqual({ kind: 'done', lines: ['It was already read-only.'] });
  const form = {
    'Content-Type': 'application/x-www-form-urlencoded',
    Accept: 'text/html',
    Origin: context.config.appUrl,
  };
  const post = (path: string) => send('POST', path, form);
  const page = await post('/integration?index');
  expect([page.status, page.headers.get('Cache-Control')]).toEqual([503, 'no-store']);
  expect(await page.text()).toContain(words);
  expect((await post('/signup')).status).toBe(503);
  expect((await post('/administration')).status).toBe(503);
  expect((await post('/profile/proof')).status).toBe(503);
  const open = ['/admin', '/admin.data', '/login', '/logout', '/theme', '/profile/proof/passkey.data'];
  for (const path of open) {
    expect(await (await post(path)).text()).toBe('a page');
  }
  expect(await (await send('GET', '/integration', { Accept: 'text/html' })).text()).toBe('a page');
  expect(await admin('read-write')).toMatchObject({ lines: ['Everything can be changed again.'] });
  expect(await (await post('/integration?index')).text()).toBe('a page');
});

test('a read-only installation still accepts webhooks', async () => {
  const apiCalls = [{ name: 'First', method: 'GET', url: 'https://api.example.com/' }];
  const id = await seedIntegration({ context, ...owner }, { triggerConfig: webhookTrigger(), apiCalls });
  await admin('read-only');
  const headers = { 'content-type': 'application/json' };
  expect(await createAcceptDelivery(context)(makeDelivery(id, { headers }))).toMatchObject({
    kind: 'accepted',
  });
});
