import { expect, it } from 'vitest';
import { loader } from '~/routes/integration.$integrationId.logs/route';
import { createTestUser, signInAs } from '../../support/accounts';
import { createTestContext } from '../../support/context';
import { seedIntegration } from '../../support/seed';

it('everybody is told how long executions are kept, and an owner what changes it', async () => {
  const app = await createTestContext({ config: { retentionDays: 30 } });
  const { user: owner, organizationId } = await createTestUser(app);
  const actor = { context: app, userId: owner.id, organizationId };
  const integrationId = await seedIntegration(actor, { isActive: false });
  const others = await Promise.all(
    (['ADMIN', 'MEMBER'] as const).map(
      async (role) => (await createTestUser(app, { organizationId, role })).user,
    ),
  );

  async function load(userId: string) {
    const headers = { Cookie: await signInAs(app, userId) };
    const request = new Request(`http://localhost/integration/${integrationId}/logs`, { headers });
    const context = { app, nonce: '', address: '192.0.2.1' };
    return (await loader({ request, params: { integrationId }, context })).retention;
  }

  expect(await load(owner.id)).toEqual({ days: 30, tellSetting: true });
  for (const { id } of others) expect(await load(id)).toEqual({ days: 30, tellSetting: false });
});
