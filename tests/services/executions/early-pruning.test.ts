// Room is made before its time: what completed goes before what failed, the oldest first, and nothing of the last day.
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { readInstallation } from '~/db/core/installation';
import BetterSqlite3 from '~/db/core/sqlite';
import { finishExecution } from '~/db/executions/ended-executions';
import { findPressure, pruneEarly } from '~/services/executions/early-pruning';
import { pruneExecutions } from '~/services/executions/retention';
import { createTestUser } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import {
  addTestCall,
  createTestExecution,
  createTestIntegration,
  planTestReplay,
} from '../../support/executions';
import { addLargeFile, countFiles } from '../../support/large-files';

const dayMs = 24 * 3_600_000;
const pace = { rest: async () => {}, stopping: new AbortController().signal };

let context: TestContext;
let owner: Awaited<ReturnType<typeof createTestIntegration>>;
let age: number;

beforeEach(async () => {
  age = 0;
  const config = { retentionDays: 3, retentionDaysFailed: 10, retentionBytes: 1 };
  context = await createTestContext({ now: () => Date.now() + age, config });
  const { organizationId } = await createTestUser(context);
  owner = await createTestIntegration(context, organizationId);
});

async function end(status: 'completed' | 'error', of = owner): Promise<string> {
  const id = await createTestExecution(context, of, '{"word":"old"}');
  await addTestCall(context, id, { response: { body: 'x'.repeat(20_000) } });
  const { integrationId } = of;
  const completedAt = context.now();
  await finishExecution(context.db, { id, integrationId, status, errorMessage: null, completedAt });
  return id;
}

async function listLeft(): Promise<string[]> {
  const { db } = context;
  const rows = await db.all(db.build.selectFrom('executions').select('id').orderBy('id'));
  return rows.map(({ id }) => id);
}

test('what failed is kept longer', async () => {
  const failed = await end('error');
  await end('completed');
  age += 3 * dayMs + 60_000;
  expect(await pruneExecutions(context, pace)).toBe(1);
  expect(await listLeft()).toEqual([failed]);
  age += 7 * dayMs;
  expect(await pruneExecutions(context, pace)).toBe(1);
});

test('beyond its size, what completed goes, then what failed, and what ended within a day stays', async () => {
  const failed = await end('error');
  for (let times = 0; times < 120; times += 1) await end('completed');
  const waiting = await createTestExecution(context, owner);
  age += dayMs + 60_000;
  const recent = await end('completed');
  // Enough for all but what completed.
  const { db } = context;
  const mebibyte = 1024 * 1024;
  const room = db.file.usedBytes() - mebibyte;
  Object.assign(context.config, { retentionBytes: room });
  expect(findPressure(context)).toBe('size');
  const first = await pruneEarly(context, pace);
  // So much, and not much more.
  expect([first.removed > 50, first.removed < 120]).toEqual([true, true]);
  expect(first.freedBytes).toBeGreaterThan(mebibyte);
  expect(db.file.usedBytes()).toBeLessThan(room);
  expect(findPressure(context)).toBeUndefined();
  expect(await listLeft()).toContain(failed);

  Object.assign(context.config, { retentionBytes: 1 });
  const second = await pruneEarly(context, pace);
  expect(second.removed).toBe(121 - first.removed);
  expect(await listLeft()).toEqual([waiting, recent]);
  expect(await readInstallation(db)).toMatchObject({
    prunedEarly: 121,
    prunedEarlyBytes: first.freedBytes + second.freedBytes,
    prunedEarlyAt: expect.any(Number),
  });
});

const givenUp = 'wicked_automatic_replays_total{outcome="given_up"}';
const describeMetrics = async () => (await context.metrics.describe({})).text;

test('what is to be replayed automatically stays beyond the size, and goes last when the disk is nearly full', async () => {
  const planned = await end('error');
  await planTestReplay(context, owner, planned, context.now());
  await end('error');
  age += dayMs + 60_000;
  expect((await pruneEarly(context, pace)).removed).toBe(1);
  expect(await listLeft()).toEqual([planned]);

  await end('completed');
  age += dayMs + 60_000;
  Object.assign(context, { disk: { ...context.disk, isTight: () => true } });
  const reader = readBeside();
  // Which makes it stop after a batch.
  expect((await pruneEarly(context, pace)).removed).toBe(1);
  expect(await listLeft()).toEqual([planned]);
  expect(await describeMetrics()).toContain(`${givenUp} 0`);
  reader.exec('commit');
  expect((await pruneEarly(context, pace)).removed).toBe(1);
  expect(await describeMetrics()).toContain(`${givenUp} 1`);
});

test('the large files of what goes make room, too', async () => {
  const { organizationId } = owner;
  const executionId = await end('completed');
  await addLargeFile(context, { organizationId, executionId }, Buffer.alloc(2 * 1024 * 1024));
  const failed = await end('error');
  age += dayMs + 60_000;
  const { db } = context;
  const mebibyte = 1024 * 1024;
  Object.assign(context.config, { retentionBytes: db.file.usedBytes() - mebibyte });
  const { removed, freedBytes } = await pruneEarly(context, pace);
  expect([removed, freedBytes > mebibyte]).toEqual([1, true]);
  expect(countFiles(context)).toEqual({ files: 0, parts: 0 });
  expect(await listLeft()).toEqual([failed]);
});

test('files that nothing uses go before the first log does', async () => {
  const { organizationId } = owner;
  const kept = await end('completed');
  const unused = await end('completed');
  await addLargeFile(context, { organizationId, executionId: unused }, Buffer.alloc(2 * 1024 * 1024));
  const { db } = context;
  db.sqlite.prepare('delete from executions where id = ?').run(unused);
  age += dayMs + 60_000;
  Object.assign(context.config, { retentionBytes: db.file.usedBytes() - 1024 * 1024 });
  expect(await pruneEarly(context, pace)).toEqual({ removed: 0, freedBytes: 0 });
  expect([countFiles(context), await listLeft()]).toEqual([{ files: 0, parts: 0 }, [kept]]);
  expect(findPressure(context)).toBeUndefined();
});

function readBeside(): BetterSqlite3.Database {
  const reader = new BetterSqlite3(context.db.sqlite.name, { readonly: true });
  onTestFinished(() => void reader.close());
  reader.exec('begin');
  reader.prepare('select id from executions').all();
  return reader;
}

test('while another process reads the file, one batch goes at a time to free the disk, and what failed still goes last', async () => {
  const failed = await end('error');
  for (let times = 0; times < 110; times += 1) await end('completed');
  age += dayMs + 60_000;
  Object.assign(context, { disk: { ...context.disk, isTight: () => true } });
  const reader = readBeside();
  const { removed } = await pruneEarly(context, pace);
  expect([removed > 0, removed < 100]).toEqual([true, true]);
  expect(await listLeft()).toContain(failed);
  reader.exec('commit');
  expect((await pruneEarly(context, pace)).removed).toBe(111 - removed);
});

test('while another process reads the file, large files go one at a time to free the disk, and no log before them', async () => {
  const { organizationId } = owner;
  for (let times = 0; times < 3; times += 1) {
    const executionId = await end('completed');
    await addLargeFile(context, { organizationId, executionId }, Buffer.alloc(300_000));
  }
  age += dayMs + 60_000;
  Object.assign(context, { disk: { ...context.disk, isTight: () => true } });
  const reader = readBeside();
  expect((await pruneEarly(context, pace)).removed).toBe(3);
  const later = await end('completed');
  age += dayMs + 60_000;
  const counts = [countFiles(context)];
  for (let times = 0; times < 2; times += 1) {
    await pruneEarly(context, pace);
    counts.push(countFiles(context));
  }
  expect(counts).toEqual([
    { files: 3, parts: 6 },
    { files: 2, parts: 4 },
    { files: 1, parts: 2 },
  ]);
  expect(await listLeft()).toEqual([later]);
  reader.exec('commit');
  expect((await pruneEarly(context, pace)).removed).toBe(1);
  expect(countFiles(context)).toEqual({ files: 0, parts: 0 });
});

test('what the database holds is known beside such a process, too: beyond its size everything goes at once', async () => {
  for (let times = 0; times < 110; times += 1) await end('completed');
  age += dayMs + 60_000;
  readBeside();
  expect((await pruneEarly(context, pace)).removed).toBe(110);
});

test('a disk that is nearly full is a reason, unless nothing is to be removed early', () => {
  Object.assign(context, { disk: { ...context.disk, isTight: () => true } });
  expect(findPressure(context)).toBe('disk');
  Object.assign(context.config, { pruneEarly: false, retentionBytes: undefined });
  expect(findPressure(context)).toBeUndefined();
});
