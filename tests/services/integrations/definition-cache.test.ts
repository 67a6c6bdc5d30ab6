import { expect, test } from 'vitest';
import { findDefinition } from '~/services/integrations/definition-cache';
import { createTestUser } from '../../support/accounts';
import { createTestContext } from '../../support/context';
import { seedIntegration, webhookTrigger } from '../../support/seed';

test('a definition that two ask for at the same time takes its room once', async () => {
  const context = await createTestContext();
  const { user, organizationId } = await createTestUser(context);
  const id = await seedIntegration(
    { context, userId: user.id, organizationId },
    { triggerConfig: webhookTrigger(), apiCalls: [{ method: 'GET', url: 'https://api.example.com/' }] },
  );
  context.definitions.entries.clear();
  context.definitions.size = 0;
  const [first, second] = await Promise.all([findDefinition(context, id, 1), findDefinition(context, id, 1)]);
  expect(second).toEqual(first);
  const [kept] = context.definitions.entries.values();
  expect(context.definitions.size).toBe(kept?.size);
});
