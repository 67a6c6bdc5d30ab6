import { expect, it } from 'vitest';
import { action, loader } from '~/routes/integration.$integrationId._index/route';
import { updateIntegration } from '~/services/integrations/integrations';
import { createTestUser, signInAs } from '../../../support/accounts';
import { createTestContext } from '../../../support/context';
import { seedIntegration, webhookTrigger } from '../../../support/seed';

it('the editor says until when the former secret is accepted, and ends it without losing what is typed', async () => {
  const context = await createTestContext();
  const { user, organizationId } = await createTestUser(context);
  const actor = { userId: user.id, organizationId };
  const apiCalls = [{ id: 'a', method: 'GET', url: 'https://api.example.com/' }];
  const triggerConfig = webhookTrigger({ secret: 'the first secret' });
  const id = await seedIntegration({ context, ...actor }, { triggerConfig, apiCalls });
  await updateIntegration(context, actor, id, {
    triggerConfig: webhookTrigger({ secret: 'the second secret' }),
  });
  const cookie = await signInAs(context, user.id);
  const argsOf = (body?: URLSearchParams) => ({
    request: new Request(`http://localhost/integration/${id}`, {
      method: body ? 'POST' : 'GET',
      headers: { Cookie: cookie },
      body: body ?? null,
    }),
    params: { integrationId: id },
    context: { app: context, nonce: '', address: '192.0.2.1' },
  });
  const { secrets } = await loader(argsOf());
  expect(secrets.former).toBe('The previous secret is accepted until January 6, 2026 at 12:00 UTC.');

  const form = new URLSearchParams({ intent: 'end-former', version: '2', 'triggerConfig.type': 'webhook' });
  form.set('apiCalls[0].name', 'As typed');
  expect(await action(argsOf(form))).toMatchObject({
    data: { kind: 'revealed', message: null, result: { initialValue: { apiCalls: [{ name: 'As typed' }] } } },
  });
  expect((await loader(argsOf())).secrets.former).toBe('');
});
