import { expect, test } from 'vitest';
import { action } from '~/routes/integration.$integrationId._index/route';
import { createApiToken } from '~/services/accounts/api-token-creation';
import { makeOutbound } from '../../outbound/loopback';
import { createTestUser, proven, signInAs } from '../../support/accounts';
import { createTestContext } from '../../support/context';
import { seedIntegration } from '../../support/seed';
import { startTarget } from '../../support/target';
import { createCheckedApp } from '../checked-app';

async function createSetup() {
  const context = await createTestContext({ outbound: makeOutbound() });
  const { user, organizationId } = await createTestUser(context);
  const actor = { userId: user.id, organizationId, address: '192.0.2.1' };
  const cookie = await signInAs(context, user.id);
  const target = await startTarget(() => {});
  const url = `${target.url}/slow`;
  const id = await seedIntegration({ context, ...actor }, { apiCalls: [{ id: 'a', method: 'GET', url }] });
  const app = createCheckedApp(context);
  const post = (path: string, body: object, headers: Record<string, string> = { Cookie: cookie }) =>
    app.request(`/api/integrations/${id}/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  return { context, actor, cookie, target, url, id, post };
}

test('ten calls are tested at once by a user, on the screen and by API together; a token has its own', async () => {
  const { context, actor, cookie, target, url, id, post } = await createSetup();
  const slow = Array.from({ length: 10 }, () => post('test-call', { method: 'GET', url }));
  await target.arrived(10);
  const refused = await post('test-call', { method: 'GET', url });
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '1']);
  expect(await refused.json()).toMatchObject({
    message: 'You have 10 tests in progress. Please wait until one of them has finished.',
  });

  const form = new URLSearchParams({ intent: 'test:0', version: '1', 'triggerConfig.type': 'manual' });
  const call = { id: 'a', name: 'As typed', method: 'GET', url: `${url}/typed`, timeoutSeconds: '30' };
  for (const [field, value] of Object.entries(call)) form.set(`apiCalls[0].${field}`, value);
  const request = new Request(`http://localhost/integration/${id}`, {
    method: 'POST',
    headers: { Cookie: cookie },
    body: form,
  });
  const answer = await action({
    request,
    params: { integrationId: id },
    context: { app: context, nonce: '', address: '192.0.2.1' },
  });
  expect(answer).toMatchObject({
    init: { status: 429 },
    data: {
      kind: 'tested',
      tested: { kind: 'refused', message: expect.stringContaining('10 tests in progress') },
      result: { initialValue: { apiCalls: [{ name: 'As typed', url: `${url}/typed` }] } },
    },
  });

  const made = await createApiToken(context, actor, { name: 'Program', role: 'MEMBER' }, proven);
  const token = made.kind === 'created' ? made.token : '';
  const byToken = post('test-call', { method: 'GET', url }, { Authorization: `Bearer ${token}` });
  await target.arrived(11);
  await target.close();
  expect((await byToken).status).toBe(200);
  expect((await Promise.all(slow)).map(({ status }) => status)).toEqual(Array(10).fill(200));
});

test('sixty tests of an integration are started within a minute', async () => {
  const { target, post } = await createSetup();
  await target.close();
  for (let count = 0; count < 60; count += 1) expect((await post('test?wait=0', {})).status).toBe(202);
  const refused = await post('test?wait=0', {});
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '60']);
});
