import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createScheduleLoop, type ScheduleLoop } from '~/jobs/schedule-loop';
import { createTestUser } from '../support/accounts';
import { createTestContext, type TestContext } from '../support/context';
import { seedIntegration } from '../support/seed';

let context: TestContext;
let loops: ScheduleLoop[];

beforeEach(async () => {
  context = await createTestContext();
  loops = [];
  passed = 0;
  const { user, organizationId } = await createTestUser(context);
  await seedIntegration(
    { context, userId: user.id, organizationId },
    {
      triggerConfig: { type: 'cron', cron: { cronExpression: '* * * * *', missedRuns: 'once' } },
      apiCalls: [{ method: 'GET', url: 'https://api.example.com/' }],
    },
  );
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(loops.map((loop) => loop.stop()));
});

/** Time that passes with {@link pass}, and not by setting the clock. */
let passed: number;

function start(): ScheduleLoop {
  const loop = createScheduleLoop(context, () => passed);
  loops.push(loop);
  loop.start();
  return loop;
}

async function countExecutions(): Promise<number> {
  const { db } = context;
  return (await db.all(db.build.selectFrom('executions').select('id'))).length;
}

/** Lets clock and timers go on, and what they set off reach the disk. */
async function pass(ms: number): Promise<void> {
  context.clock.advance(ms);
  passed += ms;
  await vi.advanceTimersByTimeAsync(ms);
  for (let turn = 0; turn < 4; turn += 1) await context.db.groupCommit(async () => undefined);
}

test('a due time is fired within half a second, once by two loops', async () => {
  start();
  start();
  await pass(59_500);
  expect(await countExecutions()).toBe(0);
  await pass(500);
  expect([await countExecutions(), context.wakes()]).toEqual([1, 1]);
  await pass(30_000);
  expect(await countExecutions()).toBe(1);
});

test('a loop that was stopped looks no more', async () => {
  const loop = start();
  await pass(500);
  await loop.stop();
  await pass(120_000);
  expect(await countExecutions()).toBe(0);
});

test('a failure is for the log, and the loop goes on', async () => {
  const errors = vi.spyOn(context.log, 'error');
  const { sqlite } = context.db;
  sqlite.exec('alter table schedules rename to hidden');
  start();
  await pass(60_000);
  expect(errors).toHaveBeenCalledWith(expect.anything(), 'schedules could not be looked at');
  sqlite.exec('alter table hidden rename to schedules');
  await pass(500);
  expect(await countExecutions()).toBe(1);
});

test('a clock that was ahead when a time was calculated and is set back loses no run, and is logged once', async () => {
  const warnings = vi.spyOn(context.log, 'warn');
  const hourMs = 3_600_000;
  context.clock.advance(hourMs);
  start();
  await pass(60_000);
  const before = await countExecutions();
  expect(before).toBeGreaterThan(0);
  context.clock.advance(-hourMs);
  await pass(500);
  expect(await countExecutions()).toBe(before);
  await pass(60_000);
  expect(await countExecutions()).toBe(before + 1);
  const told = warnings.mock.calls.filter(([, message]) => message === 'the clock of this machine was set');
  expect(told).toEqual([[{ seconds: -3600 }, 'the clock of this machine was set']]);
  await pass(120_000);
  expect(warnings.mock.calls.filter(([, message]) => message === told[0]?.[1])).toHaveLength(1);
});

test('one that was set back while no server ran loses none either', async () => {
  const dayMs = 86_400_000;
  const { sqlite } = context.db;
  sqlite.exec(`update schedules set next_at = next_at + ${dayMs}`);
  start();
  await pass(500);
  await pass(60_000);
  expect(await countExecutions()).toBe(1);
});
