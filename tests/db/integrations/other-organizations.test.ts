// What lists the integrations of an organization leaves out those of others, though they are alike.
import { beforeEach, expect, test } from 'vitest';
import { listDefinitionsWith } from '~/db/integrations/definitions-with-text';
import { updateFormerSecret } from '~/db/integrations/former-secrets';
import { findCalledHosts } from '~/db/integrations/found-hosts';
import { monthOf, sumTriggerCounts } from '~/db/integrations/monthly-triggers';
import { changeRejectedDeliveries, findRejectedDeliveries } from '~/db/integrations/rejected-deliveries';
import { listValueUses, replaceValueUses } from '~/db/values/value-uses';
import { createTestUser } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import { seedIntegration } from '../../support/seed';

let context: TestContext;
let ours: string;
let theirs: string;
let ids: string[];

beforeEach(async () => {
  context = await createTestContext();
  const made = [];
  for (let count = 0; count < 2; count += 1) {
    const { user, organizationId } = await createTestUser(context);
    const apiCalls = [{ method: 'GET', url: 'https://api.example.com/orders' }];
    const seed = { context, userId: user.id, organizationId };
    made.push({ organizationId, id: await seedIntegration(seed, { name: 'Orders', apiCalls }) });
  }
  [ours = '', theirs = ''] = made.map(({ organizationId }) => organizationId);
  ids = made.map(({ id }) => id);
});

test('the definitions that hold a text', async () => {
  const found = await listDefinitionsWith(context.db, ours, 'api.example.com');
  expect(found.map(({ id }) => id)).toEqual(ids.slice(0, 1));
});

test('the hosts that are called', async () => {
  const hosts = await findCalledHosts(context.db, { organizationId: ours, ids, text: 'api' });
  expect([...hosts.keys()]).toEqual(ids.slice(0, 1));
});

test('the triggers of a month', async () => {
  const { db } = context;
  await db.run(
    db.build.updateTable('integrations').set({ triggers_used: 3, triggers_month: monthOf(context.now()) }),
  );
  expect(await sumTriggerCounts(db, ours, context.now())).toBe(3);
});

test('the uses of a value', async () => {
  for (const id of ids) await replaceValueUses(context.db, id, ['shop']);
  const uses = await listValueUses(context.db, { organizationId: ours });
  expect(uses).toEqual([{ value: 'shop', id: ids[0], name: 'Orders' }]);
});

test('why deliveries were rejected', async () => {
  const [id = ''] = ids;
  await changeRejectedDeliveries(context.db, id, () => ({ entries: '[]', lastAt: context.now() }));
  expect(await findRejectedDeliveries(context.db, { id, organizationId: ours })).toBe('[]');
  expect(await findRejectedDeliveries(context.db, { id, organizationId: theirs })).toBeUndefined();
});

test('the secret that was valid before', async () => {
  const [id = ''] = ids;
  const former = { sealed: 'sealed', until: context.now() + 1 };
  expect(await updateFormerSecret(context.db, { id, organizationId: theirs }, former)).toBe(false);
  expect(await updateFormerSecret(context.db, { id, organizationId: ours }, former)).toBe(true);
});
