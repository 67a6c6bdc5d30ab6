import { beforeEach, expect, test } from 'vitest';
import { cancelExecution } from '~/db/executions/cancellation';
import { listOrganizationExecutions } from '~/db/executions/logs/organization-executions';
import { indexNextExecutions, readSearchTerms } from '~/db/executions/search/search-index';
import { maskBeginning } from '~/services/executions/mask-trigger-data';
import { updateIntegration } from '~/db/integrations/integrations';
import { listExecutionsOfAll } from '~/services/executions/organization-executions';
import { createTestUser } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import { explain } from '../../support/explain';
import {
  completeTestExecution,
  createTestExecution,
  createTestIntegration,
  type Owner,
} from '../../support/executions';

let context: TestContext;
let orders: Owner;
let refunds: Owner;
let stranger: Owner;

beforeEach(async () => {
  context = await createTestContext({ now: Date.now });
  const { organizationId } = await createTestUser(context);
  orders = await createTestIntegration(context, organizationId);
  refunds = await createTestIntegration(context, organizationId);
  stranger = await createTestIntegration(context, (await createTestUser(context)).organizationId);
});

type Asked = Partial<Parameters<typeof listExecutionsOfAll>[1]>;

async function list(asked: Asked = {}) {
  const { organizationId } = orders;
  const found = await listExecutionsOfAll(context.db, { organizationId, filter: {}, limit: 20, ...asked });
  return found.executions.map(({ id }) => id);
}

async function complete(owner: Owner, payload?: string) {
  const id = await createTestExecution(context, owner, payload);
  await completeTestExecution(context, owner, id);
  return id;
}

async function indexAll() {
  while (await indexNextExecutions(context.db, { before: 'g', limit: 10, mask: maskBeginning(context) }));
}

test('those of all integrations stand in one list, the newest first, indexed or not, and no stranger’s', async () => {
  const first = await complete(orders);
  const second = await complete(refunds);
  await complete(stranger);
  const queued = await createTestExecution(context, refunds);
  expect(await list()).toEqual([queued, second, first]);
  await indexAll();
  const newest = await complete(orders);
  expect(await list()).toEqual([newest, queued, second, first]);
  expect(await list({ limit: 2 })).toEqual([newest, queued]);
  expect(await list({ limit: 2, before: queued })).toEqual([second, first]);
  const { executions } = await listExecutionsOfAll(context.db, {
    organizationId: orders.organizationId,
    filter: {},
    limit: 1,
  });
  expect(executions).toMatchObject([
    { integrationId: orders.integrationId, integrationName: 'Orders', status: 'completed', hasDetails: true },
  ]);
});

test('they are narrowed by status, by words and by a tag of their integrations', async () => {
  const first = await complete(orders, '{"order":"ord_1"}');
  const second = await complete(refunds, '{"order":"ord_2"}');
  const gone = await createTestExecution(context, orders);
  await cancelExecution(context.db, { id: gone, ...orders, reason: 'Not needed.', now: context.now() });
  for (const _ of ['not indexed', 'indexed']) {
    expect(await list({ filter: { status: 'cancelled' } })).toEqual([gone]);
    await indexAll();
  }
  expect(await list({ filter: { terms: readSearchTerms('ord_2') } })).toEqual([second]);
  const integration = { name: 'Orders', description: null, version: 1, deployedVersion: 1 };
  const flags = { isActive: false, autoDeploy: true, requireTests: false };
  const by = { userId: null, tokenName: null };
  const key = { id: orders.integrationId, organizationId: orders.organizationId };
  await updateIntegration(context.db, key, {
    ...integration,
    ...flags,
    tags: ['Shop'],
    by,
    now: context.now(),
  });
  expect(await list({ tag: 'shop' })).toEqual([gone, first]);
  expect(await list({ tag: 'nobody has it' })).toEqual([]);
});

test('no list walks through all executions', async () => {
  await complete(orders);
  await indexAll();
  const plans = await explain(context.db, async (queries) => {
    const { organizationId, integrationId } = orders;
    const filter = { status: 'error', startedFrom: 1, startedBefore: Date.now() } as const;
    const asked = { organizationId, integrationIds: [integrationId, refunds.integrationId], filter };
    await listOrganizationExecutions(queries, { ...asked, limit: 20, before: 'f' });
  });
  expect(plans.filter((step) => step.startsWith('SCAN executions'))).toEqual([]);
});
