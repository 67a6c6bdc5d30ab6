// Since when the oldest due work waits, which metrics, alerts and /admin report: what a pause, a limit or a quota holds back waits
// as somebody decided, and wakes nobody.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { claimJobs } from '~/db/executions/queue/claim';
import { noQuota } from '~/db/organizations/quotas';
import { changeQuota } from '~/services/administration/quotas';
import { updateIntegration } from '~/services/integrations/integrations';
import { findOldestWaiting } from '~/services/oldest-waiting';
import { runExecution } from '~/services/runs/run-execution';
import { answerJson } from '../../support/target';
import { createRunSetup, never, type RunSetup } from '../runs/run-setup';

let setup: RunSetup;
let id: string;
let now: number;

beforeEach(async () => {
  setup = await createRunSetup();
  id = await setup.seed();
  now = setup.context.now();
});

async function accept(count: number): Promise<void> {
  for (let each = 0; each < count; each += 1) await setup.accept(id);
}

/** Begins what may begin, and sets aside what may not; answers how many began. */
async function claim(): Promise<number> {
  const { jobs } = await claimJobs(setup.context.db, { owner: 'runner', limit: 10, now, leaseMs: 30_000 });
  return jobs.filter(({ kind }) => kind === 'execution').length;
}

async function isDue(): Promise<boolean> {
  return (await findOldestWaiting(setup.context, now)) !== undefined;
}

test('an execution that no runner took up is due', async () => {
  await accept(1);
  expect(await findOldestWaiting(setup.context, now)).toBe(now);
});

test('the oldest is found in whichever queue it waits', async () => {
  const { db } = setup.context;
  const ids: string[] = [];
  const queues = ['z', '', 'a', 'a'];
  for (const [at, queue] of queues.entries()) {
    ids.push(await setup.accept(id));
    const placed = db.build.updateTable('executions').set({ queue, started_at: at });
    await db.run(placed.where('id', '=', ids[at] ?? ''));
  }
  for (const [at, each] of ids.entries()) {
    expect(await findOldestWaiting(setup.context, now)).toBe(at);
    await db.run(db.build.updateTable('executions').set({ status: 'running' }).where('id', '=', each));
  }
  expect(await findOldestWaiting(setup.context, now)).toBeUndefined();
});

test.each([{ executionsAtOnce: 1 }, { executionsPerHour: 1 }])('one beyond %j is not', async (limits) => {
  await updateIntegration(setup.context, setup.actor, id, limits);
  await accept(2);
  expect(await claim()).toBe(1);
  expect(await isDue()).toBe(false);
  await updateIntegration(setup.context, setup.actor, id, { executionsAtOnce: 2, executionsPerHour: 2 });
  expect(await isDue()).toBe(true);
});

test('one that has had room for again is due, though nobody changed the limit', async () => {
  await updateIntegration(setup.context, setup.actor, id, { executionsPerHour: 1 });
  await accept(2);
  await claim();
  expect(await isDue()).toBe(false);
  now += 62 * 60_000;
  expect(await isDue()).toBe(true);
});

test('one of a paused integration is not, and one of another integration is', async () => {
  await updateIntegration(setup.context, setup.actor, id, { pauseAfterErrors: 1 });
  setup.answers.handler = answerJson({}, 400);
  await setup.accept(id);
  await runExecution(setup.context, await setup.claim(), never);
  await accept(1);
  expect(await claim()).toBe(0);
  expect(await isDue()).toBe(false);
  id = await setup.seed();
  await accept(1);
  expect(await isDue()).toBe(true);
});

test.each([{ executionsPerHour: 1 }, { executionsPerDay: 1 }])(
  'one beyond the quota %j is not',
  async (quota) => {
    const { organizationId } = setup.actor;
    await changeQuota(setup.context, setup.actor, organizationId, { ...noQuota, ...quota });
    await accept(2);
    expect(await claim()).toBe(1);
    expect(await isDue()).toBe(false);
    now += 26 * 60 * 60_000;
    expect(await isDue()).toBe(true);
  },
);

test('others have a turn after every hundred queues', async () => {
  const { context } = setup;
  const first = await setup.accept(id);
  const columns = (await context.db.first(
    context.db.build.selectFrom('executions').selectAll().where('id', '=', first),
  ))!;
  const copies = Array.from({ length: 449 }, (_each, at) => ({
    ...columns,
    id: `${first}-${at}`,
    queue: `queue-${at}`,
    started_at: now - at,
  }));
  await context.db.run(context.db.build.insertInto('executions').values(copies));
  let turns = 0;
  const search = { isOver: false };
  const found = findOldestWaiting(context, now).finally(() => (search.isOver = true));
  for (; !search.isOver; turns += 1) await nextTurn();
  expect(await found).toBe(now - 448);
  expect(turns).toBeGreaterThanOrEqual(4);
});
