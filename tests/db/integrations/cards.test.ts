import { beforeEach, expect, test } from 'vitest';
import { countEndedExecution } from '~/db/executions/ended-executions';
import {
  type CardOrder,
  countFailuresInRow,
  listFailedIntegrations,
  listIntegrationCards,
} from '~/db/integrations/cards';
import { listTags } from '~/db/integrations/tags';
import { deleteIntegration } from '~/services/integrations/deletion';
import { createTestUser } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import { seedIntegration } from '../../support/seed';

let context: TestContext;
let actor: { userId: string; organizationId: string };

beforeEach(async () => {
  context = await createTestContext();
  const { user, organizationId } = await createTestUser(context);
  actor = { userId: user.id, organizationId };
});

async function add(name: string, isActive = true, tags: string[] = []): Promise<string> {
  context.clock.advance(1);
  const apiCalls = [{ method: 'GET', url: 'https://api.example.com/' }];
  return seedIntegration({ context, ...actor }, { name, apiCalls, isActive, tags });
}

async function end(id: string, ...endings: ('completed' | 'error' | 'cancelled')[]): Promise<void> {
  for (const status of endings) {
    context.clock.advance(1000);
    await countEndedExecution(context.db, id, status, context.now());
  }
}

function listFailed(since = 0, limit = 3) {
  return listFailedIntegrations(context.db, { organizationId: actor.organizationId, since, limit });
}

async function listNames(order: CardOrder, wanted: { search?: string; tag?: string } = {}) {
  const { organizationId } = actor;
  const page = { organizationId, search: '', order, offset: 0, limit: 60, ...wanted };
  return (await listIntegrationCards(context.db, page)).map(({ name }) => name);
}

test('failures are counted from the first after what completed, and what was cancelled changes nothing', async () => {
  const id = await add('Rates');
  await end(id, 'error', 'completed', 'error', 'cancelled', 'error');
  const now = context.now();
  expect(await listFailed()).toEqual({
    failed: [{ id, name: 'Rates', lastFailedAt: now, failingSince: now - 2000, failuresInRow: 2 }],
    count: 1,
  });
  const { organizationId } = actor;
  expect(await countFailuresInRow(context.db, { id, organizationId })).toBe(2);
  expect(await countFailuresInRow(context.db, { id, organizationId: 'another' })).toBe(0);
  await end(id, 'completed');
  expect(await countFailuresInRow(context.db, { id, organizationId })).toBe(0);
  expect((await listFailed()).failed).toMatchObject([
    { lastFailedAt: now, failingSince: null, failuresInRow: 0 },
  ]);
  expect(await listFailed(now + 1)).toEqual({ failed: [], count: 0 });
});

test('what still fails is named before what has completed since; drafts and strangers are not', async () => {
  const [first, second, third] = [await add('Still'), await add('Again'), await add('Draft', false)];
  await end(first, 'error');
  await end(second, 'error', 'completed');
  await end(third, 'error');
  const stranger = await createTestUser(context);
  const foreign = await seedIntegration(
    { context, userId: stranger.user.id, organizationId: stranger.organizationId },
    { apiCalls: [{ url: 'https://api.example.com/' }] },
  );
  await end(foreign, 'error');
  expect((await listFailed()).failed.map(({ name }) => name)).toEqual(['Still', 'Again']);
  expect(await listFailed(0, 1)).toMatchObject({ failed: [{ name: 'Still' }], count: 2 });
});

test('those that fail come first, the latest failure first, then the newest', async () => {
  const [first, second] = [await add('First'), await add('Second')];
  await add('Third');
  await end(second, 'error');
  await end(first, 'error');
  expect(await listNames('failing')).toEqual(['First', 'Second', 'Third']);
  expect(await listNames('newest')).toEqual(['Third', 'Second', 'First']);
  await end(first, 'completed');
  expect(await listNames('failing')).toEqual(['Second', 'Third', 'First']);
});

test('those with a tag are found by it, in any case, and by a part of it among other words', async () => {
  await add('Orders', true, ['Shop', 'EU']);
  await add('Refunds', true, ['shop']);
  await add('Shopping list');
  expect(await listNames('name', { tag: 'SHOP' })).toEqual(['Orders', 'Refunds']);
  expect(await listNames('name', { tag: 'sho' })).toEqual([]);
  expect(await listNames('name', { search: 'sho' })).toEqual(['Orders', 'Refunds', 'Shopping list']);
  expect(await listNames('name', { search: '"' })).toEqual([]);
});

test('the tags of an organization are listed once each, with how many integrations have them', async () => {
  await add('Orders', true, ['Shop', 'EU']);
  await add('Refunds', true, ['shop']);
  const gone = await add('Gone', true, ['old']);
  await deleteIntegration(context, actor, gone);
  const stranger = await createTestUser(context);
  await seedIntegration(
    { context, userId: stranger.user.id, organizationId: stranger.organizationId },
    { tags: ['theirs'], isActive: false },
  );
  expect(await listTags(context.db, actor.organizationId)).toEqual([
    { tag: 'EU', count: 1 },
    { tag: 'Shop', count: 2 },
  ]);
});
