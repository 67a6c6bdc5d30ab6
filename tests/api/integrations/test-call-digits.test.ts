import { expect, test } from 'vitest';
import { makeOutbound } from '../../outbound/loopback';
import { createTestUser, signInAs } from '../../support/accounts';
import { createTestContext } from '../../support/context';
import { seedIntegration } from '../../support/seed';
import { startTarget } from '../../support/target';
import { createCheckedApp } from '../checked-app';

test('a tried call sends the digits of its body and of its variables', async () => {
  const context = await createTestContext({ outbound: makeOutbound() });
  const { user, organizationId } = await createTestUser(context);
  const target = await startTarget();
  const apiCalls = [{ id: 'a', method: 'GET', url: target.url }];
  const id = await seedIntegration({ context, userId: user.id, organizationId }, { apiCalls });
  const call = `"method":"POST","url":"${target.url}/{{n.of}}","body":{"id":9007199254740993,"n":"{{n.of}}"}`;
  const response = await createCheckedApp(context).request(`/api/integrations/${id}/test-call`, {
    method: 'POST',
    headers: { Cookie: await signInAs(context, user.id), 'Content-Type': 'application/json' },
    body: `{${call},"timeoutMs":5e3,"variables":{"n":{"of":1.10}}}`,
  });
  expect(response.status).toBe(200);
  expect(target.received).toMatchObject([
    { url: '/1.10', body: '{\n  "id": 9007199254740993,\n  "n": "1.10"\n}' },
  ]);
  await target.close();
});
