import { beforeEach, expect, test } from 'vitest';
import { createTestUser, signInAs } from '../../support/accounts';
import { createTestContext } from '../../support/context';
import { seedIntegration } from '../../support/seed';
import { type CheckedApp, createCheckedApp } from '../checked-app';

let app: CheckedApp;
let cookie: string;
let id: string;

beforeEach(async () => {
  const context = await createTestContext();
  app = createCheckedApp(context);
  const { user, organizationId } = await createTestUser(context);
  cookie = await signInAs(context, user.id);
  id = await seedIntegration({ context, userId: user.id, organizationId }, { isActive: false });
  for (const url of ['https://example.com/1', 'https://example.com/2']) {
    const body = JSON.stringify({ apiCalls: [{ id: 'a', name: 'Read', order: 1, url }] });
    expect((await ask('PATCH', '', body)).status).toBe(200);
  }
});

function ask(method: string, path: string, body?: string) {
  const headers = { Cookie: cookie, Origin: 'http://localhost:3000', 'Content-Type': 'application/json' };
  return app.request(`/api/integrations/${id}${path}`, { method, headers, body });
}

test('lists, compares and restores', async () => {
  const first = await ask('GET', '/versions?limit=2');
  expect(await first.json()).toMatchObject([{ version: 3, isNewest: true }, { version: 2 }]);
  const [, next = ''] = /<([^>]+)>; rel="next"/.exec(first.headers.get('Link') ?? '') ?? [];
  const older = await app.request(next, { headers: { Cookie: cookie } });
  expect(await older.json()).toMatchObject([{ version: 1 }]);
  expect(older.headers.get('Link')).toBeNull();

  expect(await (await ask('GET', '/versions/3/diff?with=2')).json()).toEqual({
    differences: [
      {
        where: 'Call “Read”',
        field: 'URL',
        former: 'https://example.com/1',
        next: 'https://example.com/2',
        lines: null,
      },
    ],
  });
  const restored = await ask('POST', '/versions/2/restore');
  expect(await restored.json()).toMatchObject({ version: 4, apiCalls: [{ url: 'https://example.com/1' }] });
});

test('deploys a version, where saves are held back', async () => {
  await ask('PATCH', '', JSON.stringify({ isActive: true, autoDeploy: false }));
  const body = JSON.stringify({
    description: null,
    apiCalls: [{ id: 'a', name: 'Read', url: 'https://example.com/3' }],
  });
  expect(await (await ask('PATCH', '', body)).json()).toMatchObject({ version: 4, deployedVersion: 3 });
  const listed = await ask('GET', '/versions?limit=2');
  expect(await listed.json()).toMatchObject([
    { version: 4, isNewest: true, isDeployed: false },
    { version: 3, isNewest: false, isDeployed: true },
  ]);
  const deployed = await ask('POST', '/versions/4/deploy');
  expect(await deployed.json()).toMatchObject({ version: 4, deployedVersion: 4, autoDeploy: false });
});

test('tries a version on past executions', async () => {
  expect(await (await ask('GET', '/versions/3/backtest?last=20')).json()).toEqual({
    version: 3,
    tried: 0,
    same: 0,
    different: 0,
    findings: [],
    unfinished: [],
    left: 0,
  });
  expect((await ask('GET', '/versions/3/backtest?last=201')).status).toBe(422);
  expect((await ask('GET', '/versions/9/backtest')).status).toBe(404);
});

test('takes a note on a version', async () => {
  expect((await ask('PATCH', '/versions/2', JSON.stringify({ note: ' Why ' }))).status).toBe(204);
  expect(await (await ask('GET', '/versions?limit=2')).json()).toMatchObject([
    { note: null },
    { note: 'Why' },
  ]);
  expect((await ask('PATCH', '/versions/2', JSON.stringify({ note: '' }))).status).toBe(204);
  expect(await (await ask('GET', '/versions?limit=2')).json()).toMatchObject([{}, { note: null }]);
  const long = JSON.stringify({ note: 'x'.repeat(201) });
  expect((await ask('PATCH', '/versions/2', long)).status).toBe(422);
});

test('refuses what names no version', async () => {
  expect((await ask('GET', '/versions/9/diff?with=2')).status).toBe(404);
  expect((await ask('GET', '/versions/x/diff?with=2')).status).toBe(422);
  expect((await ask('GET', '/versions/2/diff')).status).toBe(422);
  expect((await ask('POST', '/versions/9/restore')).status).toBe(404);
  expect((await ask('POST', '/versions/9/deploy')).status).toBe(404);
});
