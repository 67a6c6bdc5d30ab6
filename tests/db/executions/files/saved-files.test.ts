import { beforeEach, expect, test } from 'vitest';
import {
  deleteSomeOfFile,
  findAbandonedFile,
  giveUpOldestFile,
  listUnusedFiles,
} from '~/db/executions/files/file-deletion';
import { copyFileUses, insertFileUseQuery } from '~/db/executions/files/file-uses';
import {
  completeFile,
  findPart,
  findStoredFile,
  insertPart,
  measureKeptFiles,
  reserveFile,
} from '~/db/executions/files/saved-files';
import { removeUnusedFiles } from '~/services/files/remove-unused-files';
import { createTestUser } from '../../../support/accounts';
import { createTestContext, type TestContext } from '../../../support/context';
import { explain } from '../../../support/explain';
import {
  addTestCall,
  createTestExecution,
  createTestIntegration,
  type Owner,
} from '../../../support/executions';

let context: TestContext;
let owner: Owner;
let executionId: string;

beforeEach(async () => {
  context = await createTestContext();
  owner = await createTestIntegration(context, (await createTestUser(context)).organizationId);
  executionId = await createTestExecution(context, owner);
});

function setStatus(id: string, status: string): void {
  context.db.sqlite.prepare('update executions set status = ? where id = ?').run(status, id);
}

function count(table: string): number {
  return Number(context.db.sqlite.prepare(`select count(*) from ${table}`).pluck().get());
}

/** Returns how many files and parts there were whenever the removal rested. */
async function removeUnused(): Promise<number[][]> {
  const counts: number[][] = [];
  const rest = async () => counts.push([count('saved_files'), count('saved_file_parts')]);
  await removeUnusedFiles(context, { rest, stopping: new AbortController().signal });
  return counts;
}

/** A file of two parts, which a step of the execution saved unless `isUsed` says otherwise. */
async function addFile(id: string, { by = executionId, isUsed = true, now = 1 } = {}): Promise<void> {
  const { db } = context;
  const file = { id, organizationId: owner.organizationId, executionId: by, callKey: `${by}.call` };
  expect(await reserveFile(db, { ...file, sealedKey: 'sealed', size: 100, now }, 1_000)).toBe(true);
  for (const part of [0, 1])
    expect(await insertPart(db, { fileId: id, part, bytes: Buffer.from(id) })).toBe(true);
  expect(await completeFile(db, { id, size: 2, sha256: 'abc', isSecret: false })).toBe(true);
  if (isUsed) await db.run(insertFileUseQuery({ executionId: by, step: 3, fileId: id }));
}

const find = (id: string, by = executionId, organizationId = owner.organizationId) =>
  findStoredFile(context.db, { id, executionId: by, organizationId });

test('a file is found by the execution whose step saved it, by its replays, and by nobody else', async () => {
  const { db } = context;
  await addFile('a');
  const other = await createTestExecution(context, owner);
  const replay = await createTestExecution(context, owner);
  await addTestCall(context, other, { step: 2 });
  await addTestCall(context, replay, { step: 3 });
  for (const to of [other, replay]) await copyFileUses(db, { from: executionId, to });
  // An execution cannot take a file that another one downloaded.
  await db.run(insertFileUseQuery({ executionId: other, step: 0, fileId: 'a' }));
  const file = { id: 'a', sealedKey: 'sealed', size: 2, sha256: 'abc', removedAt: null };
  expect([await find('a'), await find('a', replay)]).toEqual([file, file]);
  expect([await find('a', other), await find('a', executionId, 'another'), await find('b')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect([await findPart(db, 'a', 1), await findPart(db, 'a', 2)]).toEqual([Buffer.from('a'), undefined]);
});

test('a file without a recorded step is removed when its execution has ended', async () => {
  const { db } = context;
  await addFile('a', { isUsed: false });
  expect(await find('a')).toBeDefined();
  const abandoned = { executionId, callKey: `${executionId}.call` };
  expect(await findAbandonedFile(db, { ...abandoned, beganAt: 1 })).toBe('a');
  // Another server has taken the execution over, and downloads the file anew.
  expect(await findAbandonedFile(db, { ...abandoned, beganAt: 0 })).toBeUndefined();
  expect(
    await findAbandonedFile(db, { ...abandoned, callKey: `${executionId}.other`, beganAt: 1 }),
  ).toBeUndefined();
  setStatus(executionId, 'running');
  expect(await removeUnused()).toEqual([[1, 2]]);
  setStatus(executionId, 'error');
  // A part at a time, then the file.
  expect((await removeUnused()).slice(0, 3)).toEqual([
    [1, 1],
    [1, 0],
    [0, 0],
  ]);
  expect(await insertPart(db, { fileId: 'a', part: 2, bytes: Buffer.from('a') })).toBe(false);
  expect(await completeFile(db, { id: 'a', size: 2, sha256: 'abc', isSecret: false })).toBe(false);
});

test('a file stays until the last execution that uses it is deleted', async () => {
  const { db } = context;
  await addFile('a');
  const replay = await createTestExecution(context, owner);
  await addTestCall(context, replay, { step: 3 });
  await copyFileUses(db, { from: executionId, to: replay });
  await addFile('b');
  setStatus(executionId, 'completed');
  await removeUnused();
  expect([count('saved_file_parts'), await deleteSomeOfFile(db, 'b')]).toEqual([4, 1]);
  db.sqlite.prepare('delete from executions where id = ?').run(executionId);
  await removeUnused();
  expect([await find('a', replay), count('saved_files'), count('saved_file_parts')]).toMatchObject([
    {},
    1,
    2,
  ]);
  db.sqlite.prepare('delete from executions where id = ?').run(replay);
  await removeUnused();
  expect([count('saved_files'), count('saved_file_parts'), count('saved_file_uses')]).toEqual([0, 0, 0]);
});

test('the oldest file of an ended execution makes room, and its log still finds it', async () => {
  const { db } = context;
  const { organizationId } = owner;
  const other = await createTestExecution(context, owner);
  await addFile('running', { now: 1 });
  await addFile('old', { by: other, now: 2 });
  await addFile('new', { by: other, now: 3 });
  setStatus(other, 'completed');
  setStatus(executionId, 'running');
  const file = { id: 'd', organizationId, executionId, callKey: 'd', sealedKey: '', now: 4 };
  expect(await reserveFile(db, { ...file, size: 100 }, 105)).toBe(false);
  expect([await measureKeptFiles(db, organizationId), await measureKeptFiles(db, 'another')]).toEqual([6, 0]);
  expect(await giveUpOldestFile(db, { organizationId: 'another', now: 5 })).toBeUndefined();
  expect(await giveUpOldestFile(db, { organizationId, now: 5 })).toBe('old');
  expect(await reserveFile(db, { ...file, size: 101 }, 105)).toBe(true);
  await removeUnused();
  expect([await find('old', other), await findPart(db, 'old', 0)]).toMatchObject([
    { removedAt: 5 },
    undefined,
  ]);
  expect(await giveUpOldestFile(db, { organizationId, now: 5 })).toBe('new');
  expect(await giveUpOldestFile(db, { organizationId, now: 5 })).toBeUndefined();
  // Removed and no longer used, it is gone.
  db.sqlite.prepare('delete from executions where id = ?').run(other);
  await removeUnused();
  expect(db.sqlite.prepare('select id from saved_files order by id').pluck().all()).toEqual(['d', 'running']);
});

test('a file makes no room as long as the automatic replay of an execution that has it is planned', async () => {
  const { db } = context;
  const { organizationId, integrationId } = owner;
  const failed = await createTestExecution(context, owner);
  await addFile('a', { by: failed });
  setStatus(failed, 'error');
  const plan = { execution_id: failed, organization_id: organizationId, integration_id: integrationId };
  await db.run(db.build.insertInto('automatic_replays').values({ ...plan, number: 1, most: 2, due_at: 9 }));
  expect(await giveUpOldestFile(db, { organizationId, now: 5 })).toBeUndefined();
  // It was replayed, and that has ended, too.
  await db.run(db.build.updateTable('automatic_replays').set({ due_at: null }));
  expect(await giveUpOldestFile(db, { organizationId, now: 5 })).toBe('a');
});

test('the removal looks at a limited number of files at a time, in the order of their ids, and finds them by these alone', async () => {
  const { db } = context;
  for (const id of ['a', 'b', 'c', 'd']) await addFile(id, { isUsed: id === 'b' });
  setStatus(executionId, 'completed');
  expect(await listUnusedFiles(db, { after: '', limit: 2 })).toEqual({ ids: ['a'], last: 'b' });
  expect(await listUnusedFiles(db, { after: 'b', limit: 2 })).toEqual({ ids: ['c', 'd'], last: 'd' });
  expect(await listUnusedFiles(db, { after: 'd', limit: 2 })).toEqual({ ids: [], last: undefined });
  const plan = (await explain(db, (queries) => listUnusedFiles(queries, { after: 'b', limit: 2 }))).join(
    '\n',
  );
  expect(plan).toMatch(/SEARCH saved_files USING INDEX \S+ \(id>\?\)/);
  expect(plan).not.toMatch(/SCAN|TEMP B-TREE/);
});

test('many files that are kept are passed in a few looks, and a removal that is stopped goes on the next time', async () => {
  const { sqlite } = context.db;
  await addFile('z', { isUsed: false });
  setStatus(executionId, 'completed');
  sqlite.exec(`with recursive n(i) as (select 1 union all select i + 1 from n where i < 1200)
    insert into saved_files (id, organization_id, execution_id, call_key, sealed_key, size, created_at)
      select 'kept' || i, organization_id, execution_id, call_key, sealed_key, size, 1 from saved_files, n`);
  sqlite.exec(`insert into saved_file_uses select execution_id, 3, id from saved_files where id <> 'z'`);
  const stopping = new AbortController();
  // The rests after two looks, and after the first part.
  let rests = 0;
  const rest = async () => (rests += 1) === 3 && stopping.abort();
  await removeUnusedFiles(context, { rest, stopping: stopping.signal });
  expect([rests, count('saved_files'), count('saved_file_parts')]).toEqual([3, 1_201, 1]);
  await removeUnused();
  expect([count('saved_files'), count('saved_file_parts')]).toEqual([1_200, 0]);
});
