import { beforeEach, expect, test } from 'vitest';
import {
  deleteOldExecutions,
  deleteSomeExecutions,
  deleteSomeOpenExecutions,
} from '~/db/executions/deletion';
import { measureExecution } from '~/db/executions/sizes';
import { createTestUser } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import { createTestExecution, createTestIntegration, type Owner } from '../../support/executions';

let context: TestContext;
let owner: Owner;

beforeEach(async () => {
  context = await createTestContext();
  owner = await createTestIntegration(context, (await createTestUser(context)).organizationId);
});

const kib = (count: number) => JSON.stringify('x'.repeat(count * 1024 - 2));
/** What one transaction deletes at most, and the longest text that stands here. */
const most = 256 * 1024 + 100 * 1024;

/** An execution of three calls, each with a response so long. */
async function addLarge(responseKib: number, status = 'completed'): Promise<string> {
  const id = await createTestExecution(context, owner, kib(20));
  const { sqlite } = context.db;
  for (const step of [1, 2, 3, 4]) {
    sqlite
      .prepare(
        `insert into steps (execution_id, step, kind, call_id, name, status) values (?, ?, 'call', 'a', 'A', 'success')`,
      )
      .run(id, step);
    sqlite
      .prepare(
        `insert into attempts (execution_id, step, attempt, request, response, started_at) values (?, ?, 1, '{}', ?, 1)`,
      )
      .run(id, step, kib(responseKib));
  }
  if (status !== 'queued')
    sqlite.prepare('update executions set status = ?, completed_at = 1 where id = ?').run(status, id);
  return id;
}

/** Deletes until nothing is left; returns what each transaction took of the file, in bytes. */
async function deleteInBatches(work: () => Promise<boolean>): Promise<number[]> {
  const batches: number[] = [];
  for (let before = await measureAll(), goesOn = true; goesOn;) {
    goesOn = await work();
    const after = await measureAll();
    batches.push(before - after);
    before = after;
  }
  expect(await measureAll()).toBe(0);
  return batches;
}

async function measureAll(): Promise<number> {
  const ids = context.db.sqlite.prepare('select id from executions').pluck().all() as string[];
  const sizes: number[] = [];
  for (const id of ids) sizes.push((await measureExecution(context.db, id)).bytes);
  return sizes.reduce((sum, bytes) => sum + bytes, 0);
}

test('what is old goes in batches of few bytes, and each execution that goes is counted once', async () => {
  for (const size of [1, 100, 100, 20, 20, 1]) await addLarge(size);
  let after: string | undefined = '';
  let deleted = 0;
  let bytes = 0;
  const batches = await deleteInBatches(async () => {
    const from: string = after ?? '';
    const endedBefore = { completed: Date.now() + 86_400_000, failed: 0 };
    const batch = await deleteOldExecutions(context.db, { endedBefore, after: from, limit: 100 });
    deleted += batch.deleted;
    bytes += batch.bytes;
    after = batch.last;
    return after !== undefined;
  });
  expect(deleted).toBe(6);
  expect(bytes).toBe(batches.reduce((sum, each) => sum + each, 0));
  expect(Math.max(...batches)).toBeLessThanOrEqual(most);
});

test('the rows of a deleted integration or organization go in batches of few bytes, too', async () => {
  for (const size of [100, 1, 100]) await addLarge(size);
  const { integrationId, organizationId } = owner;
  const ended = await deleteInBatches(
    async () => (await deleteSomeExecutions(context.db, integrationId, 100)) > 0,
  );
  for (const size of [100, 1, 100]) await addLarge(size, 'queued');
  const open = await deleteInBatches(
    async () => (await deleteSomeOpenExecutions(context.db, organizationId, 100)) > 0,
  );
  expect(Math.max(...ended, ...open)).toBeLessThanOrEqual(most);
});

test('a payload that is longer alone goes at once', async () => {
  await createTestExecution(context, owner, kib(600));
  context.db.sqlite.exec(`update executions set status = 'completed', completed_at = 1`);
  expect(await deleteSomeExecutions(context.db, owner.integrationId, 100)).toBe(1);
  expect(await measureAll()).toBe(0);
});

test.each([
  [
    'an execution read of memory',
    'insert into execution_memory (execution_id, loop_id, content) values (?, ?, ?)',
    ['', 'a', 'b', 'c'],
  ],
  [
    'an execution got as answers',
    'insert into wait_answers (execution_id, call_id, answer, answered_at) values (?, ?, ?, 0)',
    ['a', 'b', 'c', 'd'],
  ],
  [
    'the sender of an execution got as an answer',
    'insert into delivery_answers (execution_id, problem, answer) values (?, ?, ?)',
    ['none'],
  ],
])('what %s counts, and goes in batches, too', async (_what, insert, keys) => {
  const statement = context.db.sqlite.prepare(insert);
  for (const _ of [1, 2, 3]) {
    const id = await createTestExecution(context, owner, '{}');
    const before = (await measureExecution(context.db, id)).bytes;
    for (const key of keys) statement.run(id, key, kib(100));
    expect((await measureExecution(context.db, id)).bytes).toBe(before + keys.length * 100 * 1024);
  }
  context.db.sqlite.exec(`update executions set status = 'completed', completed_at = 1`);
  const batches = await deleteInBatches(
    async () => (await deleteSomeExecutions(context.db, owner.integrationId, 100)) > 0,
  );
  expect(Math.max(...batches)).toBeLessThanOrEqual(most);
});
