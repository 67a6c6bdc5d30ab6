import { beforeEach, expect, test } from 'vitest';
import { createIntegration } from '~/services/integrations/integrations';
import { createTestUser, signInAs } from '../../support/accounts';
import { createTestContext } from '../../support/context';
import { type CheckedApp, createCheckedApp } from '../checked-app';

let app: CheckedApp;
let cookie: string;
let list: string;
let one: string;

beforeEach(async () => {
  const context = await createTestContext();
  app = createCheckedApp(context);
  const { user, organizationId } = await createTestUser(context);
  cookie = await signInAs(context, user.id);
  const made = await createIntegration(context, { userId: user.id, organizationId }, { name: 'Orders' });
  list = `/api/integrations/organization/${organizationId}`;
  one = `/api/integrations/${made.kind === 'integration' ? made.integration.id : ''}`;
});

async function ask(path: string, init: RequestInit = {}) {
  const response = await app.request(path, { ...init, headers: { Cookie: cookie, ...init.headers } });
  return { status: response.status, body: (await response.json()) as { fields?: Record<string, string[]> } };
}

test('a misspelled filter is refused by its name instead of passed over', async () => {
  const answer = await ask(`${one}/executions?state=error&limit=2`);
  expect(answer.status).toBe(422);
  expect(answer.body.fields).toEqual({
    state: ['This call only takes limit, cursor, status, trigger, from, to, q'],
  });
});

test('a query is refused where the API takes none, also when the call runs something', async () => {
  const none = { wait: ['This call takes no query'] };
  expect(await ask(`${one}?wait=1`)).toMatchObject({ status: 422, body: { fields: none } });
  const run = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' };
  expect(await ask(`${one}/run?wait=1`, run)).toMatchObject({ status: 422, body: { fields: none } });
});

test.each(['abc', '0', '-1', '1.5', '101', '', '1&limit=2'])('the limit %s is refused', async (limit) => {
  const fields = { limit: ['Write a whole number from 1 to 100'] };
  expect(await ask(`${list}?limit=${limit}`)).toMatchObject({ status: 422, body: { fields } });
});

test('of very many misspelled names, some are named: the response is no longer than the request', async () => {
  const names = Array.from({ length: 1_000 }, (_, index) => `n${index}=1`);
  const { status, body } = await ask(`${one}/executions?${names.join('&')}`);
  expect([status, Object.keys(body.fields ?? {}).length]).toEqual([422, 20]);
});

test('who may not read a thing learns nothing of its query', async () => {
  expect(await ask('/api/integrations/unknown?foo=1')).toMatchObject({ status: 404 });
});

test('a wait that is no number of seconds is refused', async () => {
  const fields = { wait: ['Write a number of seconds from 0 to 50'] };
  for (const wait of ['abc', '51', '-1']) {
    expect(await ask(`${one}/test?wait=${wait}`, { method: 'POST' })).toMatchObject({
      status: 422,
      body: { fields },
    });
  }
});
