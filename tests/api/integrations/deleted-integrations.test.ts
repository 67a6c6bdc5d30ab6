import { beforeEach, expect, test } from 'vitest';
import { createTestUser, signInAs } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import { type CheckedApp, createCheckedApp } from '../checked-app';

let context: TestContext;
let app: CheckedApp;
let cookie: string;
let deletedOnes: string;

beforeEach(async () => {
  context = await createTestContext();
  app = createCheckedApp(context);
  const { user, organizationId } = await createTestUser(context);
  cookie = await signInAs(context, user.id);
  deletedOnes = `/api/integrations/organization/${organizationId}/deleted`;
});

async function send(method: string, path: string, body?: object) {
  const headers = { Cookie: cookie, Origin: context.config.appUrl, 'Content-Type': 'application/json' };
  const response = await app.request(path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const text = await response.text();
  const answer: unknown = text ? JSON.parse(text) : undefined;
  return { status: response.status, body: answer, link: response.headers.get('Link') };
}

async function createDeleted(name: string): Promise<string> {
  const created = await send('POST', '/api/integrations', { name, apiCalls: [] });
  const { id } = created.body as { id: string };
  expect((await send('DELETE', `/api/integrations/${id}`)).status).toBe(204);
  context.clock.advance(1_000);
  return id;
}

test('a deleted integration is listed and restored, at its own address', async () => {
  const id = await createDeleted('Orders');
  expect((await send('GET', `/api/integrations/${id}`)).status).toBe(404);
  expect((await send('GET', deletedOnes)).body).toEqual([
    {
      id,
      name: 'Orders',
      description: null,
      deletedAt: '2026-01-05T12:00:00.000Z',
      deletedBy: expect.any(String),
      restorableUntil: '2026-01-12T12:00:00.000Z',
    },
  ]);
  const restored = await send('POST', `/api/integrations/${id}/restore`);
  expect(restored).toMatchObject({ status: 200, body: { id, name: 'Orders', isActive: false } });
  expect((await send('GET', `/api/integrations/${id}`)).body).toEqual(restored.body);
  expect((await send('GET', deletedOnes)).body).toEqual([]);
  expect((await send('POST', `/api/integrations/${id}/restore`)).status).toBe(404);
});

test('delete-now takes only a deleted integration, and another DELETE does not delete it for good', async () => {
  const kept = await send('POST', '/api/integrations', { name: 'Kept' });
  const { id: keptId } = kept.body as { id: string };
  expect((await send('POST', `/api/integrations/${keptId}/delete-now`)).status).toBe(404);
  const id = await createDeleted('Orders');
  expect((await send('DELETE', `/api/integrations/${id}`)).status).toBe(404);
  expect((await send('GET', deletedOnes)).body).toMatchObject([{ id }]);
  expect((await send('POST', `/api/integrations/${id}/delete-now`)).status).toBe(204);
  expect((await send('GET', deletedOnes)).body).toEqual([]);
  expect((await send('POST', `/api/integrations/${id}/restore`)).status).toBe(404);
});

test('the list comes in pages', async () => {
  const [first, second] = [await createDeleted('First'), await createDeleted('Second')];
  const page = await send('GET', `${deletedOnes}?limit=1`);
  expect(page.body).toMatchObject([{ id: second }]);
  const next = /<(.+)>; rel="next"/.exec(page.link ?? '')?.[1] ?? '';
  expect(await send('GET', next)).toMatchObject({ body: [{ id: first }], link: null });
});
