// After a long stop thousands of automatic replays are due at once: they leave room for new deliveries, and come all the same.
import { expect, test } from 'vitest';
import { newId } from '~/db/core/id';
import { claimJobs } from '~/db/executions/queue/claim';
import { updateIntegration } from '~/services/integrations/integrations';
import { makeDueReplays } from '~/services/runs/automatic-replays';
import { runExecution } from '~/services/runs/run-execution';
import { answerJson } from '../../support/target';
import { createRunSetup, never, type RunSetup } from './run-setup';

let setup: RunSetup;

/** An execution that failed, and so many like it whose replays are all due. */
async function failTogether(times: number): Promise<{ integrationId: string; executionId: string }> {
  const { context, actor, answers } = setup;
  const integrationId = await setup.seed();
  await updateIntegration(context, actor, integrationId, { automaticReplays: 1 });
  answers.handler = answerJson({}, 503);
  const executionId = await setup.accept(integrationId);
  await runExecution(context, await setup.claim(), never);
  const ids = JSON.stringify(Array.from({ length: times - 1 }, () => newId()));
  const { sqlite } = context.db;
  const copy = (table: string, columns: string, id = 'execution_id') =>
    sqlite
      .prepare(
        `insert into ${table} (${id}, ${columns}) select made, ${columns} from ${table}, (select value as made from json_each(?)) where ${id} = ?`,
      )
      .run(ids, executionId);
  copy(
    'executions',
    'organization_id, integration_id, integration_version, status, trigger_type, started_at, began_at, completed_at, error_message, payload_seq',
    'id',
  );
  copy('steps', 'step, kind, call_id, name, status, error_message, detail');
  copy('automatic_replays', 'organization_id, integration_id, number, most, due_at');
  context.clock.advance(24 * 3_600_000);
  answers.handler = answerJson({ token: 'abc' });
  return { integrationId, executionId };
}

async function makeAllDue(): Promise<number> {
  let turns = 1;
  while (await makeDueReplays(setup.context)) turns += 1;
  return turns;
}

function count(query: string, ...values: unknown[]): number {
  return Number(
    setup.context.db.sqlite
      .prepare(`select count(*) from ${query}`)
      .pluck()
      .get(...values),
  );
}

const waiting = (integrationId: string) =>
  count("executions where status = 'queued' and integration_id = ?", integrationId);

const problems = () => count('automatic_replays where problem is not null');

test('few of them wait before a delivery that comes now', { timeout: 60_000 }, async () => {
  setup = await createRunSetup();
  const many = await failTogether(5_000);
  expect(count('automatic_replays where due_at <= ?', setup.context.now())).toBe(5_000);
  // Each turn takes fifty, and those for which there is no room need few turns to be spread.
  expect(await makeAllDue()).toBeLessThan(20);
  expect([waiting(many.integrationId), problems()]).toEqual([50, 0]);
  expect(count('automatic_replays where due_at is not null')).toBe(4_950);

  // Nothing more comes before what waits has begun, however often it is looked for.
  setup.context.clock.advance(5_000);
  await makeAllDue();
  expect(waiting(many.integrationId)).toBe(50);
});

test('they come in portions as the queue empties, the oldest first', { timeout: 60_000 }, async () => {
  setup = await createRunSetup();
  const { integrationId } = await failTogether(200);
  const { context } = setup;
  await makeAllDue();
  const times =
    'select due_at, count(*) from automatic_replays where due_at is not null group by due_at order by 1';
  expect(context.db.sqlite.prepare(times).raw().all()).toEqual(
    [5_000, 10_000, 15_000].map((later) => [context.now() + later, 50]),
  );
  for (
    let portion = 0;
    portion < 12 && count('automatic_replays where due_at is not null') > 0;
    portion += 1
  ) {
    const asked = { owner: 'runner', limit: 200, now: context.now(), leaseMs: 30_000 };
    const { jobs } = await claimJobs(context.db, asked);
    for (const job of jobs) if (job.kind === 'execution') await runExecution(context, job, never);
    expect(jobs.length).toBeLessThanOrEqual(50);
    context.clock.advance(5_000);
    await makeAllDue();
  }
  expect([count('automatic_replays where replay_id is not null'), problems()]).toEqual([200, 0]);
  expect(waiting(integrationId)).toBeLessThanOrEqual(50);
});

test('those of another integration follow at once', { timeout: 60_000 }, async () => {
  setup = await createRunSetup();
  const other = await failTogether(1);
  const { integrationId } = await failTogether(300);
  const { db, now } = setup.context;
  const last = db.build.updateTable('automatic_replays').set({ due_at: now() });
  await db.run(last.where('execution_id', '=', other.executionId));
  await makeAllDue();
  expect([waiting(other.integrationId), waiting(integrationId)]).toEqual([1, 50]);
});
