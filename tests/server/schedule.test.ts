import { afterEach, beforeEach, expect, test } from 'vitest';
import { findNextAt, upsertSchedule } from '~/db/integrations/schedules';
import type { ScheduledExecution } from '~/engine/logged';
import { type Seed, seedIntegration, seedOwner } from '../support/seed';
import { createDataDir, startServer } from '../support/server';
import { answerJson, startTarget, type Target } from '../support/target';
import { times } from '../support/in-turn';
import { waitFor } from '../support/wait-for';

const minuteMs = 60_000;
/** Due times that passed before any server ran. */
const missed = 5;

let seed: Seed;
let target: Target;
let dataDir: string;
let integrationIds: string[];

beforeEach(async () => {
  dataDir = createDataDir();
  target = await startTarget(answerJson({ ok: true }));
  seed = await seedOwner(dataDir);
  integrationIds = await times(20, () =>
    seedIntegration(seed, {
      triggerConfig: { type: 'cron', cron: { cronExpression: '* * * * *', missedRuns: 'all' } },
      apiCalls: [{ name: 'Tell', method: 'POST', url: `${target.url}/tell` }],
    }),
  );
});

afterEach(async () => {
  await seed.close();
  await target.close();
});

async function listRuns(integrationId: string) {
  const { db } = seed.context;
  const rows = await db.all(
    db.build
      .selectFrom('executions')
      .select(['status', 'scheduled'])
      .where('integration_id', '=', integrationId)
      .orderBy('id'),
  );
  return rows.map(({ status, scheduled }) => ({
    status,
    dueAt: Date.parse((JSON.parse(scheduled ?? '{}') as ScheduledExecution).scheduledAt),
  }));
}

/** Nothing is due, and nothing runs. */
async function areQuiet(): Promise<boolean> {
  return (await Promise.all(integrationIds.map(isQuiet))).every(Boolean);
}

async function isQuiet(integrationId: string): Promise<boolean> {
  const isDue = ((await findNextAt(seed.context.db, integrationId)) ?? 0) <= Date.now();
  return (
    !isDue &&
    (await listRuns(integrationId)).every(({ status }) => status !== 'queued' && status !== 'running')
  );
}

test('each due time runs once, with two servers on one file and kills', async () => {
  const { db } = seed.context;
  const { organizationId } = seed;
  const now = Date.now();
  const first = Math.floor(now / minuteMs) * minuteMs - missed * minuteMs;
  for (const integrationId of integrationIds) {
    await upsertSchedule(db, { integrationId, organizationId, nextAt: first, now });
  }
  const survivor = await startServer({ dataDir });
  // Twice, not more: an execution that meets the death of three processes is ended in error.
  for (let round = 0; round < 2; round += 1) {
    const victim = await startServer({ dataDir });
    const before = target.received.length;
    // It takes part: the survivor alone would get here, too, but so the kill meets work.
    await waitFor('a call', async () => target.received.length > before || (await areQuiet()));
    await victim.kill('SIGKILL');
  }
  await waitFor('the end of all that is due', areQuiet);

  for (const integrationId of integrationIds) {
    const runs = await listRuns(integrationId);
    // A minute may have begun meanwhile.
    expect(runs.length).toBeGreaterThanOrEqual(missed + 1);
    expect(runs.map(({ dueAt }) => dueAt)).toEqual(runs.map((_run, index) => first + index * minuteMs));
    expect(runs.slice(0, missed).map(({ status }) => status)).toEqual(Array(missed).fill('completed'));
  }
  expect(await survivor.kill('SIGTERM'), survivor.output()).toBe(0);
});
