import { beforeEach, expect, test } from 'vitest';
import { createAcceptDelivery } from '~/services/webhooks/accept-delivery';
import { createTestUser, signInAs } from '../../support/accounts';
import { makeDelivery } from '../../support/delivery';
import { createTestContext, type TestContext } from '../../support/context';
import { seedIntegration, webhookTrigger } from '../../support/seed';
import { type CheckedApp, createCheckedApp } from '../checked-app';

let context: TestContext;
let app: CheckedApp;
let cookie: string;
let id: string;

beforeEach(async () => {
  context = await createTestContext();
  app = createCheckedApp(context);
  const { user, organizationId } = await createTestUser(context);
  cookie = await signInAs(context, user.id);
  const seed = { context, userId: user.id, organizationId };
  id = await seedIntegration(seed, { triggerConfig: webhookTrigger(), isActive: false });
});

function ask(method: string, path: string, as: string | null = cookie) {
  return app.request(`/api/integrations/${id}${path}`, { method, headers: as ? { Cookie: as } : {} });
}

function set(body: string) {
  return app.request(`/api/integrations/${id}/sample`, {
    method: 'PUT',
    headers: { Cookie: cookie, 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' },
    body,
  });
}

const until = '2026-01-05T12:10:00.000Z';

test('listens, stops, and responds with what was captured, with its digits', async () => {
  expect(await (await ask('GET', '/sample')).json()).toEqual({ listeningUntil: null, sample: null });
  expect(await (await ask('POST', '/sample/listen')).json()).toEqual({ listeningUntil: until, sample: null });
  expect(await (await ask('GET', '/sample')).json()).toEqual({ listeningUntil: until, sample: null });
  expect(await (await ask('DELETE', '/sample/listen')).json()).toEqual({
    listeningUntil: null,
    sample: null,
  });

  await ask('POST', '/sample/listen');
  const body = Buffer.from('{"id":9007199254740993,"price":1.10}');
  await createAcceptDelivery(context)(makeDelivery(id, { body }));
  const answer = await ask('GET', '/sample');
  expect(answer.headers.get('Content-Type')).toBe('application/json');
  expect(answer.headers.get('Cache-Control')).toBe('no-store');
  const text = await answer.text();
  expect(text).toContain('"payload":{"id":9007199254740993,"price":1.10}');
  expect(JSON.parse(text)).toEqual({
    listeningUntil: null,
    sample: {
      id: expect.any(String),
      origin: 'captured',
      receivedAt: '2026-01-05T12:00:00.000Z',
      bytes: 36,
      payload: expect.any(Object),
      request: { method: 'POST', path: `/webhook/${id}`, query: {}, headers: {} },
      testOf: null,
    },
  });
});

test('a payload can be set as the sample, and keeps its digits', async () => {
  const answer = await set('{"payload": {"id": 9007199254740993}}');
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('"payload":{"id":9007199254740993}');
  expect(await (await ask('GET', '/sample')).json()).toMatchObject({
    sample: { origin: 'pasted', bytes: 23 },
  });
  expect((await set('{}')).status).toBe(422);
  expect((await set(JSON.stringify({ payload: 'a'.repeat(256 * 1024) }))).status).toBe(413);
});

test.each([
  ['GET', '/sample'],
  ['POST', '/sample/listen'],
  ['DELETE', '/sample/listen'],
])('%s %s is for members only', async (method, path) => {
  const { user } = await createTestUser(context, { email: 'other@example.com' });
  expect((await ask(method, path, null)).status).toBe(401);
  expect((await ask(method, path, await signInAs(context, user.id))).status).toBe(404);
});

test('without a webhook trigger there is nothing to listen to', async () => {
  const { user, organizationId } = await createTestUser(context, { email: 'manual@example.com' });
  cookie = await signInAs(context, user.id);
  id = await seedIntegration({ context, userId: user.id, organizationId }, { isActive: false });
  const answer = await ask('POST', '/sample/listen');
  expect(answer.status).toBe(422);
  expect(await answer.json()).toMatchObject({
    message: expect.stringMatching(/^Save the webhook trigger first/),
  });
});
