import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { countWaitingWork } from '~/db/executions/queue/queue-depth';
import { finishExecution } from '~/db/executions/ended-executions';
import { openDatabase } from '~/db/core/open';
import { findNextAt } from '~/db/integrations/schedules';
import { findTriggerCount } from '~/db/integrations/monthly-triggers';
import type { ScheduledExecution } from '~/engine/logged';
import { deleteIntegration } from '~/services/integrations/deletion';
import { updateIntegration } from '~/services/integrations/integrations';
import type { Actor } from '~/services/actor';
import { fireDueSchedules } from '~/services/triggers/schedules';
import { createTestUser } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import { seedIntegration, webhookTrigger } from '../../support/seed';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const apiCalls = [{ id: 'a', order: 1, method: 'GET', url: 'https://api.example.com/' }];

let context: TestContext;
let actor: Actor;
/** 2026-01-05, 12:00 UTC. */
let noon: number;

beforeEach(async () => {
  context = await createTestContext();
  const { user, organizationId } = await createTestUser(context);
  actor = { userId: user.id, organizationId };
  noon = context.now();
});

function cronTrigger(cronExpression: string, more: object = {}) {
  return { type: 'cron', cron: { cronExpression, ...more } };
}

function seed(cronExpression: string, more: object = {}): Promise<string> {
  return seedIntegration(
    { context, ...actor },
    { triggerConfig: cronTrigger(cronExpression, more), apiCalls },
  );
}

async function save(id: string, change: object): Promise<void> {
  expect(await updateIntegration(context, actor, id, change)).toMatchObject({ kind: 'integration' });
}

/** When the integration is due next, in minutes after noon. */
async function nextAt(id: string): Promise<number | undefined> {
  const at = await findNextAt(context.db, id);
  return at && (at - noon) / minuteMs;
}

function listExecutions() {
  const { db } = context;
  return db.all(
    db.build.selectFrom('executions').innerJoin('payloads', 'seq', 'payload_seq').selectAll().orderBy('id'),
  );
}

/** Status and words of each execution, and how many minutes after noon it was due. */
async function listOutcomes() {
  return (await listExecutions()).map(({ status, error_message, scheduled }) => [
    status,
    (Date.parse((JSON.parse(scheduled ?? '{}') as ScheduledExecution).scheduledAt) - noon) / minuteMs,
    error_message,
  ]);
}

/** Ends every execution that waits or runs. */
async function endAll(): Promise<void> {
  for (const { id, integration_id: integrationId, status } of await listExecutions()) {
    if (status !== 'queued') continue;
    const completedAt = context.now();
    await finishExecution(context.db, {
      id,
      integrationId,
      status: 'completed',
      errorMessage: null,
      completedAt,
    });
  }
}

describe('the next time', () => {
  test('is stored when the integration is deployed, and removed when it is disabled', async () => {
    const id = await seedIntegration(
      { context, ...actor },
      { triggerConfig: cronTrigger('*/10 * * * *'), apiCalls, isActive: false },
    );
    expect(await nextAt(id)).toBeUndefined();
    await save(id, { isActive: true });
    expect(await nextAt(id)).toBe(10);
    await save(id, { isActive: false });
    expect(await nextAt(id)).toBeUndefined();
  });

  test('is by the clock of the zone', async () => {
    expect(await nextAt(await seed('0 9 * * *', { timezone: 'America/New_York' }))).toBe(2 * 60);
  });

  test('goes with the integration and with another trigger', async () => {
    const [deleted, changed] = [await seed('* * * * *'), await seed('* * * * *')];
    await deleteIntegration(context, actor, deleted);
    await save(changed, { triggerConfig: webhookTrigger() });
    expect([await nextAt(deleted), await nextAt(changed)]).toEqual([undefined, undefined]);
  });

  test('changes with the schedule', async () => {
    const id = await seed('*/10 * * * *');
    await save(id, { triggerConfig: cronTrigger('*/7 * * * *') });
    expect(await nextAt(id)).toBe(7);
  });

  test('that has just come survives a save of anything else', async () => {
    const id = await seed('*/10 * * * *');
    context.clock.advance(10 * minuteMs + 200);
    await save(id, { apiCalls: [{ ...apiCalls[0], name: 'Renamed' }] });
    await save(id, { triggerConfig: cronTrigger('*/10 * * * *', { missedRuns: 'none' }) });
    expect(await nextAt(id)).toBe(10);
  });

  test('that passed while the integration was disabled is not made up for', async () => {
    const id = await seed('*/10 * * * *', { missedRuns: 'all' });
    await save(id, { isActive: false });
    context.clock.advance(hourMs + minuteMs);
    await save(id, { isActive: true });
    expect(await nextAt(id)).toBe(70);
    expect(await fireDueSchedules(context)).toBe(0);
  });

  test('a pattern that never fires cannot be saved', async () => {
    const id = await seed('* * * * *');
    expect(
      await updateIntegration(context, actor, id, { triggerConfig: cronTrigger('0 0 30 2 *') }),
    ).toMatchObject({
      kind: 'invalid',
      fields: { 'triggerConfig.cron.cronExpression': ['This never happens: no year has such a day'] },
    });
  });
});

describe('a due time', () => {
  test('is a queued execution, counted and published, and the next time is stored', async () => {
    const id = await seed('*/10 * * * *', { timezone: 'Europe/Berlin' });
    context.clock.advance(10 * minuteMs - 1);
    expect(await fireDueSchedules(context)).toBe(0);
    context.clock.advance(251);
    expect(await fireDueSchedules(context)).toBe(1);

    const [execution, ...more] = await listExecutions();
    expect(more).toEqual([]);
    expect(execution).toMatchObject({
      organization_id: actor.organizationId,
      integration_id: id,
      integration_version: 1,
      status: 'queued',
      trigger_type: 'cron',
      started_at: context.now(),
      completed_at: null,
      error_message: null,
      trigger_data: null,
      hops: 0,
    });
    expect(JSON.parse(execution?.scheduled ?? '')).toEqual({
      scheduledAt: '2026-01-05T12:10:00.000Z',
      actualExecutionTime: '2026-01-05T12:10:00.250Z',
      cronExpression: '*/10 * * * *',
      timezone: 'Europe/Berlin',
      executionDelay: 250,
      nextScheduledRun: '2026-01-05T12:20:00.000Z',
    });
    expect(await countWaitingWork(context.db)).toBe(1);
    expect([await nextAt(id), context.wakes()]).toEqual([20, 1]);
    expect(context.notified.at(-1)).toBe(id);
    expect(await fireDueSchedules(context)).toBe(0);
  });

  test('runs once, however many processes look', async () => {
    const db = openDatabase(context.db.sqlite.name);
    onTestFinished(() => db.close());
    const other = await createTestContext({ db, now: context.now });
    for (let index = 0; index < 60; index += 1) await seed('*/10 * * * *');
    for (let round = 1; round <= 3; round += 1) {
      context.clock.advance(10 * minuteMs);
      const fired = await Promise.all([fireDueSchedules(context), fireDueSchedules(other)]);
      expect(fired[0] + fired[1]).toBe(60);
      expect(await listExecutions()).toHaveLength(60 * round);
      await endAll();
    }
  });

  test('runs the newest version', async () => {
    const id = await seed('* * * * *');
    await save(id, { apiCalls: [{ ...apiCalls[0], name: 'Renamed' }] });
    context.clock.advance(minuteMs);
    await fireDueSchedules(context);
    expect(await listExecutions()).toMatchObject([{ integration_version: 2 }]);
  });

  test('is shown as skipped while the execution before has not ended', async () => {
    await seed('* * * * *');
    for (let minute = 1; minute <= 3; minute += 1) {
      context.clock.advance(minuteMs);
      await fireDueSchedules(context);
      if (minute === 2) await endAll();
    }
    expect(await listOutcomes()).toEqual([
      ['completed', 1, null],
      ['cancelled', 2, 'Skipped: the previous run had not ended'],
      ['queued', 3, null],
    ]);
  });

  test('of one integration is not held up by a broken one', async () => {
    const [broken, whole] = [await seed('* * * * *'), await seed('* * * * *')];
    const { db } = context;
    await db.run(
      db.build
        .updateTable('integration_versions')
        .set({ definition: '{"triggerConfig":{"type":"cron","cron":{}}}' })
        .where('integration_id', '=', broken),
    );
    context.clock.advance(minuteMs);
    expect(await fireDueSchedules(context)).toBe(1);
    expect(await listExecutions()).toMatchObject([{ integration_id: whole }]);
    expect(await nextAt(broken)).toBeUndefined();
  });
});

async function miss(missedRuns: string): Promise<void> {
  await seed('* * * * *', { missedRuns });
  context.clock.advance(10 * minuteMs + 5_000);
  await fireDueSchedules(context);
}

describe('ten minutes of a schedule for every minute are missed', () => {
  const summary = 'Skipped: 9 runs since 2026-01-05 12:01 UTC were missed';

  test.each(['once', 'none'])(
    '%s: the run of this minute, and one row for the others',
    async (missedRuns) => {
      await miss(missedRuns);
      expect(await listOutcomes()).toEqual([
        ['cancelled', 1, summary],
        ['queued', 10, null],
      ]);
    },
  );

  test('all: each, one after the other', async () => {
    await miss('all');
    expect(await listOutcomes()).toEqual([['queued', 1, null]]);
    expect(await fireDueSchedules(context)).toBe(0);
    for (let run = 2; run <= 10; run += 1) {
      await endAll();
      expect(await fireDueSchedules(context)).toBe(1);
    }
    await endAll();
    expect(await fireDueSchedules(context)).toBe(0);
    const outcomes = await listOutcomes();
    expect(outcomes.map(([, due]) => due)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(outcomes.every(([status]) => status === 'completed')).toBe(true);
  });

  test('an execution that was interrupted goes on, and the newest missed time is skipped for it', async () => {
    await seed('* * * * *');
    context.clock.advance(minuteMs);
    await fireDueSchedules(context);
    context.clock.advance(5 * minuteMs);
    await fireDueSchedules(context);
    expect((await listOutcomes()).map(([status, due]) => [status, due])).toEqual([
      ['queued', 1],
      ['cancelled', 2],
      ['cancelled', 6],
    ]);
  });
});

describe('one time of day is missed by hours', () => {
  test.each([
    ['once', [['queued', 10, null]]],
    ['all', [['queued', 10, null]]],
    ['none', [['cancelled', 10, 'Skipped: the run of 2026-01-05 12:10 UTC was missed']]],
  ])('%s', async (missedRuns, outcomes) => {
    const id = await seed('10 12 * * *', { missedRuns });
    context.clock.advance(3 * hourMs);
    await fireDueSchedules(context);
    expect(await listOutcomes()).toEqual(outcomes);
    expect(await nextAt(id)).toBe(24 * 60 + 10);
    expect(context.notified.at(-1)).toBe(id);
  });
});

test('a skipped run is counted as an execution, and neither as good nor as failed', async () => {
  const id = await seed('10 12 * * *', { missedRuns: 'none' });
  context.clock.advance(3 * hourMs);
  await fireDueSchedules(context);
  const { db } = context;
  expect(await db.first(db.build.selectFrom('integrations').selectAll().where('id', '=', id))).toMatchObject({
    total_executions: 1,
    successful_executions: 0,
    failed_executions: 0,
  });
  expect(await findTriggerCount(db, id, noon)).toBe(0);
});

test('a schedule that changes while its runs are planned is planned anew', async () => {
  const integrationId = await seed('* * * * *');
  context.clock.advance(600 * minuteMs);
  const fired = fireDueSchedules(context);
  await save(integrationId, { triggerConfig: cronTrigger('0 0 1 1 *') });
  expect(await fired).toBe(0);
  expect(await listExecutions()).toEqual([]);
  expect(await findNextAt(context.db, integrationId)).toBe(Date.UTC(2027, 0, 1));
});
