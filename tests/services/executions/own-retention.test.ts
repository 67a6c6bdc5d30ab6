// An integration keeps less than the installation does: by days, by how its executions ended, by size. What that removed is noted.
import { beforeEach, expect, test } from 'vitest';
import { finishExecution } from '~/db/executions/ended-executions';
import { copyFileUses } from '~/db/executions/files/file-uses';
import { measureSomeExecutions } from '~/db/executions/sizes';
import { updateIntegrationDeleted } from '~/db/integrations/deleted-integrations';
import { updateLimits } from '~/db/executions/execution-limits';
import { type IntegrationLimits, noLimits } from '~/engine/definition/execution-limits';
import { pruneByOwnLimits } from '~/services/executions/own-retention';
import { createTestUser } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import {
  addTestCall,
  createTestExecution,
  createTestIntegration,
  planTestReplay,
  type Owner,
} from '../../support/executions';
import { explain } from '../../support/explain';
import { addLargeFile } from '../../support/large-files';

const dayMs = 24 * 3_600_000;
const minuteMs = 60_000;
const pace = { rest: async () => {}, stopping: new AbortController().signal };

let context: TestContext;
let owner: Owner;
let other: Owner;
let age: number;

beforeEach(async () => {
  age = 0;
  const config = { retentionDays: 10, retentionDaysFailed: 20 };
  context = await createTestContext({ now: () => Date.now() + age, config });
  const { organizationId } = await createTestUser(context);
  owner = await createTestIntegration(context, organizationId);
  other = await createTestIntegration(context, organizationId);
});

async function end(status: 'completed' | 'error' | 'cancelled', of = owner, bytes = 100): Promise<string> {
  const id = await createTestExecution(context, of);
  await addTestCall(context, id, { response: { body: 'x'.repeat(bytes) } });
  const { integrationId } = of;
  const completedAt = context.now();
  await finishExecution(context.db, { id, integrationId, status, errorMessage: null, completedAt });
  return id;
}

async function limit(limits: Partial<IntegrationLimits>): Promise<void> {
  const { organizationId, integrationId: id } = owner;
  await updateLimits(context.db, { id, organizationId }, { ...noLimits, ...limits });
}

async function listLeft({ integrationId }: Owner): Promise<string[]> {
  const { db } = context;
  const query = db.build.selectFrom('executions').select('id').where('integration_id', '=', integrationId);
  return (await db.all(query.orderBy('id'))).map(({ id }) => id);
}

async function readPruned() {
  const { db } = context;
  const columns = [
    'pruned_early as executions',
    'pruned_early_bytes as bytes',
    'pruned_early_at as at',
  ] as const;
  const row = await db.first(
    db.build.selectFrom('integrations').select(columns).where('id', '=', owner.integrationId),
  );
  if (!row) throw new Error('There is no integration.');
  return row;
}

test('its days count also while it is deleted and can be restored', async () => {
  await end('completed');
  await limit({ retentionDays: 2 });
  const { organizationId, integrationId: id } = owner;
  const { user } = await createTestUser(context, { organizationId });
  const now = context.now();
  const deletion = { userId: user.id, restorableUntil: now + 7 * dayMs, now };
  await updateIntegrationDeleted(context.db, { id, organizationId }, deletion);
  age = 3 * dayMs;
  await pruneByOwnLimits(context, pace);
  expect(await listLeft(owner)).toEqual([]);
});

test('its days count for all that ended, what failed too, and for no other integration', async () => {
  await end('completed');
  await end('error');
  await end('cancelled');
  const elsewhere = await end('completed', other);
  const waiting = await createTestExecution(context, owner);
  await limit({ retentionDays: 1 });
  expect(await pruneByOwnLimits(context, pace)).toBe(0);
  expect(await readPruned()).toEqual({ executions: 0, bytes: 0, at: null });
  age += dayMs + minuteMs;
  expect(await pruneByOwnLimits(context, pace)).toBe(3);
  expect(await listLeft(owner)).toEqual([waiting]);
  expect(await listLeft(other)).toEqual([elsewhere]);
  const { executions, bytes, at } = await readPruned();
  expect(executions).toBe(3);
  expect(bytes).toBeGreaterThan(3 * 512);
  expect(Math.abs(context.now() - (at ?? 0))).toBeLessThan(minuteMs);
});

test('what failed has days of its own, more or fewer than the rest', async () => {
  const failed = await end('error');
  const completed = await end('completed');
  await limit({ retentionDays: 2, retentionDaysFailed: 4 });
  age += 2 * dayMs + minuteMs;
  expect(await pruneByOwnLimits(context, pace)).toBe(1);
  expect(await listLeft(owner)).toEqual([failed]);
  age += 2 * dayMs;
  expect(await pruneByOwnLimits(context, pace)).toBe(1);
  expect(await listLeft(owner)).not.toContain(completed);

  const later = [await end('error'), await end('completed')];
  await limit({ retentionDaysFailed: 1 });
  age += dayMs + minuteMs;
  expect(await pruneByOwnLimits(context, pace)).toBe(1);
  expect(await listLeft(owner)).toEqual(later.slice(1));
});

test('nothing is kept longer than by the installation', async () => {
  await end('completed');
  const failed = await end('error');
  await limit({ retentionDays: 100, retentionDaysFailed: 100 });
  age += 10 * dayMs + minuteMs;
  expect(await pruneByOwnLimits(context, pace)).toBe(1);
  expect(await listLeft(owner)).toEqual([failed]);
  age += 10 * dayMs;
  expect(await pruneByOwnLimits(context, pace)).toBe(1);
});

test('what is to be replayed automatically is kept beyond its size, but not beyond its days', async () => {
  const planned = await end('error', owner, 900_000);
  await planTestReplay(context, owner, planned, context.now());
  await end('error', owner, 900_000);
  await limit({ retentionMib: 1 });
  age += dayMs + minuteMs;
  expect(await pruneByOwnLimits(context, pace)).toBe(1);
  expect(await listLeft(owner)).toEqual([planned]);
  await end('error', owner, 900_000);
  age += dayMs + minuteMs;
  await limit({ retentionDays: 2 });
  expect(await pruneByOwnLimits(context, pace)).toBe(1);
  expect(await listLeft(owner)).not.toContain(planned);
  const counted = 'wicked_automatic_replays_total{outcome="given_up"} 1';
  expect((await context.metrics.describe({})).text).toContain(counted);
});

test('beyond its size what completed goes, the oldest first, then what failed, and what ended within a day stays', async () => {
  const failed = await end('error', owner, 300_000);
  const oldest = await end('completed', owner, 300_000);
  await end('cancelled', owner, 300_000);
  const third = await end('completed', owner, 300_000);
  const elsewhere = await end('completed', other, 900_000);
  await limit({ retentionMib: 1 });
  expect(await pruneByOwnLimits(context, pace)).toBe(0);
  age += dayMs + minuteMs;
  expect(await pruneByOwnLimits(context, pace)).toBe(1);
  expect(await listLeft(owner)).not.toContain(oldest);
  expect(await pruneByOwnLimits(context, pace)).toBe(0);

  const recent = [await end('completed', owner, 600_000), await end('error', owner, 600_000)];
  expect(await pruneByOwnLimits(context, pace)).toBe(3);
  expect(await listLeft(owner)).toEqual(recent);
  expect([failed, third].filter((id) => recent.includes(id))).toEqual([]);
  expect(await listLeft(other)).toEqual([elsewhere]);
  const { executions, bytes } = await readPruned();
  expect(executions).toBe(4);
  expect(bytes).toBeGreaterThan(1_200_000);
});

test('large files count for its size', async () => {
  const { organizationId } = owner;
  const ids = [await end('completed'), await end('completed'), await end('completed')];
  for (const executionId of ids)
    await addLargeFile(context, { organizationId, executionId }, Buffer.alloc(500_000));
  await limit({ retentionMib: 1 });
  age += dayMs + minuteMs;
  expect(await pruneByOwnLimits(context, pace)).toBe(1);
  expect(await listLeft(owner)).toEqual(ids.slice(1));
  expect((await readPruned()).bytes).toBeGreaterThan(500_000);
  expect(await pruneByOwnLimits(context, pace)).toBe(0);
});

test('a large file that replays have, too, counts once, and is freed with the last of them', async () => {
  const { organizationId, integrationId } = owner;
  const [first = '', ...replays] = [await end('completed'), await end('completed'), await end('completed')];
  await addLargeFile(context, { organizationId, executionId: first }, Buffer.alloc(500_000));
  for (const to of replays) await copyFileUses(context.db, { from: first, to });
  await limit({ retentionMib: 1 });
  age += dayMs + minuteMs;
  expect(await pruneByOwnLimits(context, pace)).toBe(0);
  const last = await end('completed');
  await addLargeFile(context, { organizationId, executionId: last }, Buffer.alloc(600_000));
  expect(await pruneByOwnLimits(context, pace)).toBe(3);
  expect(await listLeft(owner)).toEqual([last]);
  const { bytes } = await readPruned();
  expect([bytes > 500_000, bytes < 600_000]).toEqual([true, true]);
  const plan = await explain(context.db, (db) => measureSomeExecutions(db, { integrationId, after: '' }));
  expect(plan).toContainEqual(expect.stringMatching(/SEARCH other USING INDEX \S+ \(file_id=\?\)/));
  expect(plan).not.toContainEqual(expect.stringContaining('SCAN'));
});

test('many are measured and removed in batches', async () => {
  for (let each = 0; each < 450; each += 1) await end('completed', owner, 6_000);
  await limit({ retentionMib: 1 });
  age += dayMs + minuteMs;
  const removed = await pruneByOwnLimits(context, pace);
  expect(removed).toBeGreaterThan(250);
  const { integrationId } = owner;
  let left = 0;
  for (let after: string | undefined = ''; after !== undefined;) {
    const from: string = after;
    const { bytes, last } = await measureSomeExecutions(context.db, { integrationId, after: from });
    left += bytes;
    after = last;
  }
  expect(left).toBeLessThanOrEqual(1024 * 1024);
  expect(left).toBeGreaterThan(1024 * 1024 - 10_000);
  expect(await listLeft(owner)).toHaveLength(450 - removed);
});
