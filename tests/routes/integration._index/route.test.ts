import type { ActionFunctionArgs } from '@remix-run/node';
import { expect, it } from 'vitest';
import { findDefinedIntegration } from '~/db/integrations/integrations';
import { action, loader } from '~/routes/integration._index/route';
import { describeIntegration } from '~/services/integrations/integration-response';
import { findTemplate, listTemplates } from '~/services/imports/templates/templates';
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

const offered = listTemplates().flatMap(({ templates }) => templates);

it.each([...offered.map(({ key }) => key), '', 'constructor'])(
  'begins with a template under the name of its own: %j',
  async (template) => {
    const app = await createTestContext();
    const { user, organizationId } = await createTestUser(app);
    const Cookie = await signInAs(app, user.id);
    const body = new URLSearchParams({ name: 'My own name', description: '', template });
    const made = await action({
      request: new Request('http://localhost/integration', { method: 'POST', headers: { Cookie }, body }),
      params: {},
      context: { app, nonce: '', address: '192.0.2.1' },
    });
    const id = made instanceof Response ? made.headers.get('location')?.split('/').at(-1) : undefined;
    const stored = await findDefinedIntegration(app.db, { id: id ?? '', organizationId });
    const known = offered.find(({ key }) => key === template);
    const integration = stored && describeIntegration(app, stored);
    expect(integration).toMatchObject({ name: 'My own name', description: known?.description ?? null });
    const calls = (findTemplate(template) as { apiCalls?: object[] } | undefined)?.apiCalls ?? [];
    expect(integration?.apiCalls.length).toBe(calls.length);
    expect(calls.length > 0).toBe(known !== undefined);
  },
);
