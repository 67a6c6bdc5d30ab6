// What reads the executions of an organization finds none of another one, though the two are alike.
import { beforeEach, expect, test } from 'vitest';
import { findNewestPayload } from '~/db/executions/samples';
import { listPayloads } from '~/db/executions/logs/execution-previews';
import { listUnreplayedFailures } from '~/db/executions/logs/failed-executions';
import { findNewestDelivery } from '~/db/executions/logs/recent-runs';
import { listTestExecutionIds, markTestExecution } from '~/db/executions/logs/test-executions';
import { finishExecution } from '~/db/executions/ended-executions';
import { selectBegun, selectQueued } from '~/db/executions/queue/queued-executions';
import { countSetAside } from '~/db/executions/queue/start-limits';
import { insertJob } from '~/db/executions/queue/jobs';
import { createTestUser } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import { createTestExecution, createTestIntegration, type Owner } from '../../support/executions';

interface Filled extends Owner {
  failed: string;
  queued: string;
}

let context: TestContext;
let ours: Filled;
let theirs: Filled;

/** An integration with a failed delivery, a test and a queued execution that waits in the integration's own queue. */
async function fill(): Promise<Filled> {
  const { db, now } = context;
  const { organizationId } = await createTestUser(context);
  const owner = await createTestIntegration(context, organizationId);
  const ids: string[] = [];
  for (const errorMessage of ['HTTP 503', 'HTTP 500']) {
    const id = await createTestExecution(context, owner);
    const ending = { id, integrationId: owner.integrationId, status: 'error', errorMessage } as const;
    await finishExecution(db, { ...ending, completedAt: now() });
    ids.push(id);
  }
  const [failed = '', tested = ''] = ids;
  await markTestExecution(db, { id: tested, integrationId: owner.integrationId, now: now() });
  const job = { kind: 'execution', subjectId: failed, organizationId, runAt: now(), now: now() } as const;
  await insertJob(db, job);
  const queued = await createTestExecution(context, owner);
  const aside = db.build.updateTable('executions').set({ queue: owner.integrationId });
  await db.run(aside.where('id', '=', queued));
  return { ...owner, failed, queued };
}

beforeEach(async () => {
  context = await createTestContext();
  [ours, theirs] = [await fill(), await fill()];
});

const wide = { from: 0, to: Number.MAX_SAFE_INTEGER, startedFrom: 0, startedBefore: 2e12, limit: 10 };
const tests = { limit: 10, maxBytes: 1e6 };

/** The reads that are given an integration and its organization. */
const reads: Record<string, (owner: Filled) => Promise<unknown>> = {
  findNewestDelivery: (owner) => findNewestDelivery(context.db, owner),
  listTestExecutionIds: async (owner) => (await listTestExecutionIds(context.db, owner, tests))[0],
  listPayloads: async (owner) => (await listPayloads(context.db, owner, [ours.failed]))[0],
  listUnreplayedFailures: async (owner) =>
    (await listUnreplayedFailures(context.db, { ...owner, ...wide })).ids[0],
  findNewestPayload: ({ integrationId: id, organizationId }) =>
    findNewestPayload(context.db, { id, organizationId }, 1e6),
  countSetAside: async ({ integrationId: id, organizationId }) =>
    (await countSetAside(context.db, { id, organizationId }, 10)) || undefined,
};

test.each(Object.entries(reads))('%s finds nothing of an integration of another one', async (_name, read) => {
  expect(await read({ ...ours, organizationId: theirs.organizationId })).toBeUndefined();
  expect(await read(ours)).toBeDefined();
});

test('those that have begun are listed of one alone', async () => {
  const begun = selectBegun(context.db, ours.organizationId).select('executions.id');
  expect(await context.db.all(begun)).toEqual([{ id: ours.failed }]);
});

test('those that wait are listed of one alone, whichever integrations are asked for', async () => {
  const integrationIds = [ours.integrationId, theirs.integrationId];
  const waiting = selectQueued(context.db, { organizationId: ours.organizationId, integrationIds });
  expect(await context.db.all(waiting)).toEqual([{ id: ours.queued }]);
});
