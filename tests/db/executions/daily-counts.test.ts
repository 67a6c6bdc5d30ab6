import { expect, it } from 'vitest';
import { countOnDayQuery, listExecutionDays } from '~/db/executions/daily-counts';
import { cancelQueuedExecutions } from '~/db/executions/cancellation';
import { countEndedExecution, finishExecution } from '~/db/executions/ended-executions';
import { createTestUser } from '../../support/accounts';
import { createTestContext } from '../../support/context';
import { createTestExecution, createTestIntegration } from '../../support/executions';
import { explain } from '../../support/explain';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

async function createCounted() {
  const context = await createTestContext();
  const { organizationId } = await createTestUser(context);
  const list = (count = 3) => listExecutionDays(context.db, { organizationId, until: context.now(), count });
  return { context, list, owner: await createTestIntegration(context, organizationId) };
}

it('counts what ended by its result on the day of its end in UTC, over all integrations', async () => {
  const { context, list, owner } = await createCounted();
  const other = await createTestIntegration(context, owner.organizationId);
  const noon = context.now();
  await countEndedExecution(context.db, owner.integrationId, 'completed', noon - 12 * hourMs - 1);
  await countEndedExecution(context.db, owner.integrationId, 'completed', noon - 12 * hourMs);
  await countEndedExecution(context.db, other.integrationId, 'completed', noon);
  await countEndedExecution(context.db, other.integrationId, 'error', noon);
  const stranger = await createTestIntegration(context, (await createTestUser(context)).organizationId);
  await countEndedExecution(context.db, stranger.integrationId, 'error', noon);
  const today = noon - 12 * hourMs;
  expect(await list()).toEqual([
    { startsAt: today - 2 * dayMs, completed: 0, failed: 0, cancelled: 0, tests: 0 },
    { startsAt: today - dayMs, completed: 1, failed: 0, cancelled: 0, tests: 0 },
    { startsAt: today, completed: 2, failed: 1, cancelled: 0, tests: 0 },
  ]);
});

it('counts an execution once, when it ends', async () => {
  const { context, list, owner } = await createCounted();
  const { integrationId } = owner;
  const id = await createTestExecution(context, owner);
  await createTestExecution(context, owner);
  expect(await list(1)).toMatchObject([{ completed: 0, failed: 0, cancelled: 0 }]);
  const completedAt = context.now();
  await finishExecution(context.db, { id, integrationId, status: 'error', errorMessage: 'no', completedAt });
  expect(await cancelQueuedExecutions(context.db, { ...owner, reason: 'disabled', now: completedAt })).toBe(
    1,
  );
  expect(await list(1)).toMatchObject([{ completed: 0, failed: 1, cancelled: 1 }]);
});

it('counts nothing for an integration that is gone', async () => {
  const { context, list } = await createCounted();
  await context.db.run(
    countOnDayQuery('nobody', context.now(), { completed: 1, failed: 0, cancelled: 0, tests: 0 }),
  );
  expect(await list(1)).toMatchObject([{ completed: 0 }]);
});

it('reads no more than the days that are asked for', async () => {
  const { context, owner } = await createCounted();
  const { organizationId } = owner;
  expect(
    await explain(context.db, (db) => listExecutionDays(db, { organizationId, until: 0, count: 14 })),
  ).toEqual(['SEARCH execution_days USING PRIMARY KEY (organization_id=? AND day>? AND day<?)']);
});
