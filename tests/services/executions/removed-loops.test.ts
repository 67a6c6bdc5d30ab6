// What a for each has seen that its integration has no longer goes with what is as old.
import { expect, test } from 'vitest';
import { pruneExecutions } from '~/services/executions/retention';
import { pruneRemovedLoops } from '~/services/executions/removed-loops';
import { findNextSeenLoop } from '~/db/memory/removed-loops';
import { insertJob } from '~/db/executions/queue/jobs';
import { startExecution } from '~/db/executions/queue/queued-executions';
import { toMemoryQuery } from '~/db/memory/run-memory';
import { createTestExecution } from '../../support/executions';
import { explain } from '../../support/explain';
import { createRunSetup } from '../runs/run-setup';

const dayMs = 24 * 3_600_000;
const pace = { rest: async () => {}, stopping: new AbortController().signal };

async function createSeen() {
  const setup = await createRunSetup();
  const { context, seed } = setup;
  const id = await seed();
  const { sqlite } = context.db;
  const old = context.now() - context.config.retentionDays * dayMs - 1;
  const add = sqlite.prepare('insert into seen_entries values (?, ?, ?, ?)');
  for (let at = 0; at < 250; at += 1) add.run(id, 'removed', `digest ${at}`, old);
  add.run(id, 'removed', 'young', old + 1_000);
  for (const loop of ['deployed', 'newest']) add.run(id, loop, 'digest', old);
  const put = sqlite.prepare(
    `insert into integration_versions (integration_id, version, definition, created_at)
     values (?, ?, json_object('apiCalls', json('[]'), 'loopSteps', json_array(json_object('id', ?))), 1)`,
  );
  put.run(id, 8, 'deployed');
  put.run(id, 9, 'newest');
  sqlite.prepare('update integrations set deployed_version = 8, version = 9 where id = ?').run(id);
  const counting = sqlite
    .prepare('select loop_id, count(*) as entries from seen_entries group by 1 order by 1')
    .raw();
  return { ...setup, id, counting };
}

test('of a for each that stands in no version in use, and of none other, entries older than the retention go', async () => {
  const { context, counting } = await createSeen();
  await pruneExecutions(context, pace);
  expect(counting.all()).toEqual([
    ['deployed', 1],
    ['newest', 1],
    ['removed', 1],
  ]);
});

test.each(['waits', 'runs'])(
  'while an execution %s, which may be of an older version, they stay',
  async (state) => {
    const { context, counting, id, actor } = await createSeen();
    const { db, now } = context;
    const { organizationId } = actor;
    const executionId = await createTestExecution(context, { organizationId, integrationId: id });
    await insertJob(db, {
      kind: 'execution',
      subjectId: executionId,
      organizationId,
      runAt: now(),
      now: now(),
    });
    if (state === 'runs') db.sqlite.exec("update jobs set lease_owner = 'runner', leased_until = run_at + 1");
    if (state === 'runs') await startExecution(db, executionId, now());
    await pruneRemovedLoops(context, pace, context.now());
    expect(counting.all()).toContainEqual(['removed', 251]);
  },
);

test('to forget the oldest entries nothing is sorted', async () => {
  const { context } = await createSeen();
  const entries = { integrationId: 'i', loopId: 'l', most: 10 };
  const plan = await explain(context.db, (db) =>
    db.runAll([toMemoryQuery({ kind: 'forget-oldest', entries })]),
  );
  expect(plan.join('\n')).not.toContain('TEMP B-TREE');
});

test('to find the next for each no entry of the former is read', async () => {
  const { context } = await createSeen();
  const plan = await explain(context.db, (db) => findNextSeenLoop(db, { integrationId: 'i', loopId: 'l' }));
  expect(plan).toEqual([
    'SEARCH seen_entries USING COVERING INDEX seen_entries_by_time (integration_id=? AND loop_id>?)',
    'SEARCH seen_entries USING COVERING INDEX seen_entries_by_time (integration_id>?)',
  ]);
});
