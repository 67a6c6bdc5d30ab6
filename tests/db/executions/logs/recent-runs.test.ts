import { beforeEach, expect, test } from 'vitest';
import { finishExecution } from '~/db/executions/ended-executions';
import { findNewestDelivery, listRecentRuns } from '~/db/executions/logs/recent-runs';
import { markTestExecution } from '~/db/executions/logs/test-executions';
import { startExecution } from '~/db/executions/queue/queued-executions';
import { createTestUser } from '../../../support/accounts';
import { createTestContext, type TestContext } from '../../../support/context';
import { createTestExecution, createTestIntegration, type Owner } from '../../../support/executions';
import { explain } from '../../../support/explain';

let context: TestContext;
let owner: Owner;
let other: Owner;

beforeEach(async () => {
  context = await createTestContext();
  const { organizationId } = await createTestUser(context);
  owner = await createTestIntegration(context, organizationId);
  other = await createTestIntegration(context, organizationId);
});

/** A run that took 250 ms. */
async function run(of: Owner, status: 'completed' | 'error' = 'completed'): Promise<string> {
  const id = await createTestExecution(context, of);
  await startExecution(context.db, id, context.now());
  context.clock.advance(250);
  const errorMessage = status === 'error' ? 'HTTP 503' : null;
  const { integrationId } = of;
  await finishExecution(context.db, { id, integrationId, status, errorMessage, completedAt: context.now() });
  return id;
}

function list(integrationIds: string[], limit = 12) {
  return listRecentRuns(context.db, { organizationId: owner.organizationId, integrationIds, limit });
}

test('so many of each integration are listed, the newest first, and what is queued is none yet', async () => {
  const ids: string[] = [];
  for (let each = 0; each < 4; each += 1) ids.push(await run(owner, each === 3 ? 'error' : 'completed'));
  const others = await run(other);
  await createTestExecution(context, owner);
  const found = await list([owner.integrationId, other.integrationId], 3);
  expect(found.map(({ id }) => id)).toEqual([others, ...ids.slice(1).toReversed()]);
  expect(found[1]).toEqual({
    integrationId: owner.integrationId,
    id: ids[3],
    status: 'error',
    completedAt: expect.any(Number),
    durationMs: 250,
    errorMessage: 'HTTP 503',
  });
});

test('nothing of another organization is listed', async () => {
  const stranger = await createTestIntegration(context, (await createTestUser(context)).organizationId);
  await run(stranger);
  expect(await list([stranger.integrationId])).toEqual([]);
  expect(await list([])).toEqual([]);
});

test('an index finds the runs of each integration, however many there are', async () => {
  const ask = { organizationId: 'o', integrationIds: ['a', 'b'], limit: 12 };
  const plan = await explain(context.db, (db) => listRecentRuns(db, ask));
  expect(plan).toContainEqual(
    expect.stringMatching(
      /SEARCH executions USING (COVERING )?INDEX executions_by_integration \(integration_id=\?\)/,
    ),
  );
  expect(plan).toContainEqual(expect.stringContaining('SEARCH runs USING PRIMARY KEY (id=?)'));
  expect(plan.filter((step) => step.startsWith('SCAN'))).toEqual([]);
});

test('the newest delivery is no test', async () => {
  const delivery = await run(owner);
  await markTestExecution(context.db, { ...owner, id: await run(owner), now: context.now() });
  expect(await findNewestDelivery(context.db, owner)).toMatchObject({ id: delivery });
  expect(await findNewestDelivery(context.db, other)).toBeUndefined();
});
