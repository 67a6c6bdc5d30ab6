import { expect, it } from 'vitest';
import { listExecutionRows, listLogRows } from '~/db/executions/logs/execution-logs';
import { newId } from '~/db/core/id';
import { createTestUser } from '../../../support/accounts';
import { createTestContext } from '../../../support/context';
import { createTestIntegration } from '../../../support/executions';

it('finds a page by the index, however many executions there are', async () => {
  const context = await createTestContext();
  const owner = await createTestIntegration(context, (await createTestUser(context)).organizationId);
  const plans: string[] = [];
  const { db } = context;
  const explaining = {
    ...db,
    all: async (query: Parameters<typeof db.all>[0]) => {
      const { sql, parameters } = query.compile();
      const rows = db.sqlite.prepare(`explain query plan ${sql}`).all(...parameters) as { detail: string }[];
      plans.push(...rows.map(({ detail }) => detail));
      return [];
    },
  };
  await listExecutionRows(explaining, { ...owner, before: newId(), limit: 20 });
  await listLogRows(explaining, { ...owner, before: newId(), limit: 20 }, () => Promise.resolve());
  const ofExecutions = plans.filter((plan) => / executions /.test(plan));
  // The ids of a page by the index, the rows by their ids; of what is queued, only a thousand each are looked through.
  const byIntegration = 'SEARCH executions USING INDEX executions_by_integration (integration_id=? AND id<?)';
  const byId = 'SEARCH executions USING PRIMARY KEY (id=?)';
  const queued =
    'SEARCH executions USING COVERING INDEX executions_queued (organization_id=? AND queue=? AND id<?)';
  expect(new Set(ofExecutions)).toEqual(new Set([byIntegration, queued, byId]));
  const scanned = plans.filter((plan) => plan.startsWith('SCAN'));
  expect(new Set(scanned)).toEqual(new Set(['SCAN begun', 'SCAN arrived', 'SCAN aside']));
  expect(plans.filter((plan) => plan.includes('TEMP B-TREE'))).toEqual([]);
});
