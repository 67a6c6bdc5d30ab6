import { expect, it } from 'vitest';
import { describeWarnings } from '~/services/integrations/warnings';
import { createIntegration } from '~/services/integrations/integrations';
import { findDefinedIntegration } from '~/db/integrations/integrations';
import { createTestUser } from '../../support/accounts';
import { createTestContext } from '../../support/context';

it('of very many placeholders that nothing fills, a page names some, and how many more there are', async () => {
  const context = await createTestContext();
  const { user, organizationId } = await createTestUser(context);
  const body = Array.from({ length: 2_000 }, (_, index) => `{{name${index}}}`).join(' ');
  const call = { name: 'First', method: 'POST', url: 'https://api.example.com/', body };
  const made = await createIntegration(
    context,
    { userId: user.id, organizationId },
    { name: 'Orders', apiCalls: [call] },
  );
  if (made.kind !== 'integration') throw new Error(JSON.stringify(made));
  const integration = await findDefinedIntegration(context.db, { id: made.integration.id, organizationId });
  const warnings = integration && (await describeWarnings(context, integration));
  expect(warnings).toHaveLength(101);
  expect(warnings?.[0]).toContain('{{name0}}');
  expect(warnings?.at(-1)).toBe('1,900 more are not shown.');
});
