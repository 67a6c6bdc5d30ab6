// What stays when executions are gone: counts by day and versions. Both are kept for two years.
import { expect, it } from 'vitest';
import { countOnDayQuery } from '~/db/executions/daily-counts';
import { updateVersionNote } from '~/db/integrations/versions';
import { pruneExecutions } from '~/services/executions/retention';
import { createIntegration, updateIntegration } from '~/services/integrations/integrations';
import { deployVersion } from '~/services/integrations/deployment';
import { createTestUser } from '../../support/accounts';
import { createTestContext } from '../../support/context';

const dayMs = 24 * 3_600_000;
const pace = { rest: async () => {}, stopping: new AbortController().signal };

/** A part of a definition that differs from version to version. */
const define = (n: number) => ({
  apiCalls: [{ id: 'a', method: 'GET', url: `https://api.example.com/${n}` }],
});

async function setUp(retentionDaysFailed = 14) {
  const context = await createTestContext({ config: { retentionDaysFailed } });
  const { user, organizationId } = await createTestUser(context);
  const actor = { userId: user.id, organizationId };
  const outcome = await createIntegration(context, actor, {
    name: 'Orders',
    triggerConfig: { type: 'manual' },
    isActive: true,
    autoDeploy: false,
    ...define(1),
  });
  if (outcome.kind !== 'integration') throw new Error(JSON.stringify(outcome));
  const { id } = outcome.integration;
  const versions = () =>
    context.db.sqlite.prepare('select version from integration_versions order by version').pluck().all();
  return {
    context,
    id,
    versions,
    organizationId,
    async save(from: number, to: number) {
      for (let n = from; n <= to; n += 1) await updateIntegration(context, actor, id, define(n));
    },
    deploy: (version: number) => deployVersion(context, actor, id, version),
    async pruneAfter(days: number) {
      context.clock.advance(days * dayMs);
      await pruneExecutions(context, pace);
    },
  };
}

it('removes versions two years after they were in use, but not the newest hundred and those with a note', async () => {
  const { context, id, versions, save, deploy, pruneAfter } = await setUp();
  await save(2, 110);
  await updateVersionNote(context.db, { integrationId: id, version: 4, note: 'Before the move' });
  await pruneAfter(731);
  // Version 1 was deployed all the time.
  expect(versions().slice(0, 4)).toEqual([1, 4, 11, 12]);
  expect(versions()).toHaveLength(102);
  await deploy(110);
  await pruneAfter(729);
  expect(versions()[0]).toBe(1);
  await pruneAfter(2);
  expect(versions().slice(0, 2)).toEqual([4, 11]);
});

it('keeps versions that stored executions may have used', async () => {
  const { versions, save, pruneAfter } = await setUp(1000);
  await save(2, 110);
  await pruneAfter(1030);
  expect(versions()).toHaveLength(110);
  await pruneAfter(2);
  expect(versions()).toHaveLength(101);
});

it('removes counts by day after two years', async () => {
  const { context, id, pruneAfter } = await setUp();
  const counts = { completed: 1, failed: 0, cancelled: 0, tests: 0 };
  await context.db.run(countOnDayQuery(id, context.now(), counts));
  await context.db.run(countOnDayQuery(id, context.now() + dayMs, counts));
  const count = () => context.db.sqlite.prepare('select count(*) from execution_days').pluck().get();
  await pruneAfter(730);
  expect(count()).toBe(2);
  await pruneAfter(1);
  expect(count()).toBe(1);
});
