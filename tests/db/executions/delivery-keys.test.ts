import { beforeEach, expect, test } from 'vitest';
import {
  deleteExpiredWebhookKeys,
  findExecutionByKey,
  upsertWebhookKey,
} from '~/db/executions/delivery-keys';
import { createTestUser } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import { explain } from '../../support/explain';
import { seedIntegration } from '../../support/seed';
import { inTurn } from '../../support/in-turn';

let context: TestContext;
let integrationId: string;
let otherId: string;

beforeEach(async () => {
  context = await createTestContext();
  const { user, organizationId } = await createTestUser(context);
  const seed = { context, userId: user.id, organizationId };
  integrationId = await seedIntegration(seed, { isActive: false });
  otherId = await seedIntegration(seed, { isActive: false });
});

async function remember(key: string, executionId: string, expiresAt: number): Promise<void> {
  await upsertWebhookKey(context.db, {
    integration_id: integrationId,
    key,
    execution_id: executionId,
    expires_at: expiresAt,
  });
}

test('a key is known to its integration for as long as it counts', async () => {
  await remember('k', 'e1', 100);
  expect(await findExecutionByKey(context.db, integrationId, 'k', 99)).toBe('e1');
  expect(await findExecutionByKey(context.db, integrationId, 'k', 100)).toBeUndefined();
  expect(await findExecutionByKey(context.db, integrationId, 'K', 0)).toBeUndefined();
  expect(await findExecutionByKey(context.db, otherId, 'k', 0)).toBeUndefined();
});

test('a key that comes again after its time stands for the newer execution', async () => {
  await remember('k', 'e1', 100);
  await remember('k', 'e2', 200);
  expect(await findExecutionByKey(context.db, integrationId, 'k', 150)).toBe('e2');
});

test('expired keys go, so many at once', async () => {
  for (let n = 0; n < 5; n += 1) await remember(`k${n}`, 'e', n);
  expect(await inTurn([2, 2, 2], (limit) => deleteExpiredWebhookKeys(context.db, 2, limit))).toEqual([
    2, 1, 0,
  ]);
  expect(await findExecutionByKey(context.db, integrationId, 'k3', 0)).toBe('e');
});

test('keys are found by their primary key, expired ones by when they ceased to count', async () => {
  expect(await explain(context.db, (queries) => findExecutionByKey(queries, integrationId, 'k', 0))).toEqual([
    'SEARCH webhook_keys USING PRIMARY KEY (integration_id=? AND key=?)',
  ]);
  expect(await explain(context.db, (queries) => deleteExpiredWebhookKeys(queries, 0, 10))).toEqual([
    'SEARCH webhook_keys USING COVERING INDEX webhook_keys_by_expiry (expires_at<?)',
  ]);
});
