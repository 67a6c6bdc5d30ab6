import { expect, it } from 'vitest';
import { findIntegration } from '~/db/integrations/integrations';
import { findExecutionPreviews } from '~/services/executions/execution-preview';
import { createTestUser } from '../../support/accounts';
import { createTestContext } from '../../support/context';
import { createTestExecution } from '../../support/executions';
import { seedIntegration, webhookTrigger } from '../../support/seed';

it('shows a variable of the webhook, with the secrets of the definition masked', async () => {
  const context = await createTestContext();
  const { user, organizationId } = await createTestUser(context);
  const secret = 'whsec_that-nobody-may-see';
  const integrationId = await seedIntegration(
    { context, userId: user.id, organizationId },
    {
      isActive: false,
      triggerConfig: webhookTrigger({
        secret,
        variables: [
          { name: 'all', jsonPath: '$.orders[*].id' },
          { name: 'second', jsonPath: '$.orders[1].id' },
        ],
      }),
    },
  );
  const owner = { organizationId, integrationId };
  const { version = 0 } = (await findIntegration(context.db, { id: integrationId, organizationId })) ?? {};
  const previewOf = async (payload: string) => {
    const id = await createTestExecution(context, owner, payload);
    await context.db.run(
      context.db.build.updateTable('executions').set({ integration_version: version }).where('id', '=', id),
    );
    return (await findExecutionPreviews(context, owner, { ids: [id], version })).get(id);
  };

  const told = await previewOf('{"orders":[{"id":1},{"id":2.50}]}');
  expect(told).toEqual({ steps: [], payloadValue: { name: 'second', value: '2.50' } });
  // Also where it is only part of a value, and where no variable leads to it.
  const masked = await previewOf(JSON.stringify({ token: `Bearer ${secret}` }));
  expect(masked?.payloadValue?.name).toBe('token');
  expect(masked?.payloadValue?.value).toContain('••••');
  expect(JSON.stringify(masked)).not.toContain(secret);
  expect((await previewOf('{}'))?.payloadValue).toBeNull();
});
