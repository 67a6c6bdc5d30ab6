import type { ActionFunctionArgs } from '@remix-run/node';
import { expect, it } from 'vitest';
import { action, loader } from '~/routes/integration._index/route';
import { createTestUser, signInAs } from '../../support/accounts';
import { createTestContext } from '../../support/context';

it('asks for an organization where a person has none, and keeps the name', async () => {
  const app = await createTestContext();
  const { user } = await createTestUser(app, { email: 'ada@example.com' });
  const Cookie = await signInAs(app, user.id);
  await app.db.run(app.db.build.deleteFrom('memberships').where('user_id', '=', user.id));
  const argsOf = (body?: URLSearchParams): ActionFunctionArgs => ({
    request: new Request('http://localhost/integration', {
      method: body ? 'POST' : 'GET',
      headers: { Cookie },
      body: body ?? null,
    }),
    params: {},
    context: { app, nonce: '', address: '192.0.2.1' },
  });
  expect(await loader(argsOf())).toMatchObject({
    organizationName: 'No organization',
    failure: { title: 'Organization Required', isOrganizationMissing: true },
  });
  expect(await action(argsOf(new URLSearchParams({ name: 'Nowhere to be' })))).toMatchObject({
    init: { status: 403 },
    data: {
      result: { initialValue: { name: 'Nowhere to be' } },
      failure: { title: 'Organization Required', message: 'Please select an organization first' },
    },
  });
});
