import { expect, it, onTestFinished, vi } from 'vitest';
import { findUser } from '~/db/accounts/users';
import { readInstallation } from '~/db/core/installation';
import { searchExecutions } from '~/db/executions/logs/search-executions';
import { findExecutionForRun } from '~/db/executions/queue/queued-executions';
import { createUpkeepLoop } from '~/jobs/upkeep-loop';
import { createTestUser } from '../support/accounts';
import { createTestContext, type TestContext } from '../support/context';
import { completeTestExecution, createTestExecution, createTestIntegration } from '../support/executions';

it('indexes what has ended, and removes what is old', async () => {
  let age = 0;
  const context = await createTestContext({ now: () => Date.now() + age });
  const owner = await createTestIntegration(context, (await createTestUser(context)).organizationId);
  const { user } = await createTestUser(context, { verified: false });
  const id = await createTestExecution(context, owner, '{"word":"kept"}');
  await completeTestExecution(context, owner, id);
  age = 10_000;
  const find = async () =>
    (await searchExecutions(context.db, { ...owner, filter: { terms: ['kept'] }, limit: 5 })).executions
      .length;

  const loop = createUpkeepLoop(context);
  loop.start();
  await expect.poll(find).toBe(1);
  await loop.stop();

  expect(await findUser(context.db, user.id)).toBeDefined();
  // The clock is trusted, since there is something of the last day.
  age = 31 * 24 * 3_600_000 - 2 * 3_600_000;
  await createTestExecution(context, owner);
  age += 2 * 3_600_000;
  const next = createUpkeepLoop(context);
  next.start();
  await expect.poll(find).toBe(0);
  expect(await findUser(context.db, user.id)).toBeUndefined();
  await next.stop();
});

it('makes room before its time when the database has outgrown its size, and notes it for the administrator', async () => {
  let age = 0;
  const context = await createTestContext({ now: () => Date.now() + age, config: { retentionBytes: 1 } });
  const owner = await createTestIntegration(context, (await createTestUser(context)).organizationId);
  await completeTestExecution(context, owner, await createTestExecution(context, owner));
  age = 25 * 3_600_000;
  const recent = await createTestExecution(context, owner);
  await completeTestExecution(context, owner, recent);

  const loop = createUpkeepLoop(context);
  loop.start();
  await expect.poll(() => readInstallation(context.db)).toMatchObject({ prunedEarly: 1 });
  await loop.stop();
  const { db } = context;
  expect(await db.all(db.build.selectFrom('executions').select('id'))).toEqual([{ id: recent }]);
});

/** An incident that ended now, and a failure that was seen now. */
function addOldAlerts(
  { db, now }: TestContext,
  owner: { organizationId: string; integrationId: string },
): void {
  const row = { ...owner, now: now() };
  db.sqlite
    .prepare(
      `insert into incidents (id, organization_id, integration_id, event, count, opened_at, last_at, resolved_at)
       values ('ended', :organizationId, :integrationId, 'failing', 1, :now, :now, :now)`,
    )
    .run(row);
  db.sqlite
    .prepare(
      `insert into failures (integration_id, call_id, call_name, kind, count, in_row, since, last_at, execution_id)
       values (:integrationId, '', '', 'other', 1, 1, :now, :now, '')`,
    )
    .run({ integrationId: owner.integrationId, now: now() });
}

function countAlerts({ db }: TestContext): unknown[] {
  return ['incidents', 'failures'].map((table) =>
    db.sqlite.prepare(`select count(*) from ${table}`).pluck().get(),
  );
}

it('removes nothing for its age within an hour after the clock was put forward, but what time made old', async () => {
  let age = 0;
  let passed = 0;
  const context = await createTestContext({ now: () => Date.now() + age });
  const warnings = vi.spyOn(context.log, 'warn');
  const owner = await createTestIntegration(context, (await createTestUser(context)).organizationId);
  const id = await createTestExecution(context, owner);
  await completeTestExecution(context, owner, id);
  addOldAlerts(context, owner);
  const create = () => createUpkeepLoop(context, () => performance.now() + passed);
  const [loop, next] = [create(), create()];
  age = 100 * 24 * 3_600_000;
  loop.start();
  await expect
    .poll(() => warnings)
    .toHaveBeenCalledWith(expect.stringContaining('nothing is removed for its age'));
  // It would have been removed with the first of these.
  for (let commit = 0; commit < 20; commit += 1) await context.db.groupCommit(async () => undefined);
  await loop.stop();
  expect(await findExecutionForRun(context.db, id)).toBeDefined();
  expect(countAlerts(context)).toEqual([1, 1]);

  await createTestExecution(context, owner);
  age += 2 * 3_600_000;
  passed = age;
  next.start();
  await expect.poll(() => findExecutionForRun(context.db, id)).toBeUndefined();
  await expect.poll(() => countAlerts(context)).toEqual([0, 0]);
  await next.stop();
});

it('doubts the clock as long when it starts again, although the time of now was stored meanwhile', async () => {
  let age = 0;
  const realNow = Date.now;
  // Ids have the time of the machine.
  const set = vi.spyOn(Date, 'now').mockImplementation(() => realNow() + age);
  onTestFinished(() => set.mockRestore());
  const context = await createTestContext({ now: () => Date.now() });
  const warnings = vi.spyOn(context.log, 'warn');
  const owner = await createTestIntegration(context, (await createTestUser(context)).organizationId);
  const id = await createTestExecution(context, owner);
  await completeTestExecution(context, owner, id);
  age = 365 * 24 * 3_600_000;
  await createTestExecution(context, owner);
  age += 50 * 60_000;
  const loop = createUpkeepLoop(context);
  loop.start();
  await expect
    .poll(() => warnings)
    .toHaveBeenCalledWith({ hours: 8_761 }, expect.stringContaining('the clock'));
  for (let commit = 0; commit < 20; commit += 1) await context.db.groupCommit(async () => undefined);
  await loop.stop();
  expect(await findExecutionForRun(context.db, id)).toBeDefined();
});

it('removes nothing that a clock makes old which is put forward while it removes', async () => {
  let age = 0;
  let looks = 0;
  const context = await createTestContext({ now: () => Date.now() + age });
  const owner = await createTestIntegration(context, (await createTestUser(context)).organizationId);
  const id = await createTestExecution(context, owner);
  await completeTestExecution(context, owner, id);
  const loop = createUpkeepLoop(context, () => {
    looks += 1;
    // Behind the look for a clock that was put forward.
    if (looks === 4) age = 365 * 24 * 3_600_000;
    return performance.now();
  });
  loop.start();
  // It notes when it has removed what is old.
  await expect.poll(() => looks).toBeGreaterThan(4);
  await loop.stop();
  expect(await findExecutionForRun(context.db, id)).toBeDefined();
});

it('removes nothing for its age within an hour after a start so late that the clock may be ahead', async () => {
  let age = 0;
  const context = await createTestContext({ now: () => Date.now() + age });
  const warnings = vi.spyOn(context.log, 'warn');
  const owner = await createTestIntegration(context, (await createTestUser(context)).organizationId);
  const id = await createTestExecution(context, owner);
  await completeTestExecution(context, owner, id);
  age = 15 * 24 * 3_600_000;
  const loop = createUpkeepLoop(context);
  loop.start();
  await expect
    .poll(() => warnings)
    .toHaveBeenCalledWith({ hours: 360 }, expect.stringContaining('the clock'));
  for (let commit = 0; commit < 20; commit += 1) await context.db.groupCommit(async () => undefined);
  await loop.stop();
  expect(await findExecutionForRun(context.db, id)).toBeDefined();
});
