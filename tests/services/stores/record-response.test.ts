import { expect, test } from 'vitest';
import type { Database } from '~/db/core/open';
import { deleteRecord } from '~/db/stores/records';
import { downloadRecords } from '~/services/stores/download';
import { createTestUser } from '../../support/accounts';
import { createTestContext } from '../../support/context';
import { insertTestRecord } from '../../support/records';

test('a list goes on behind records that were deleted while it was read', async () => {
  const context = await createTestContext();
  const { user, organizationId } = await createTestUser(context);
  const store = { organizationId, store: 'orders' };
  const value = JSON.stringify('x'.repeat(60_000));
  for (const key of 'abcdefghij') await insertTestRecord(context, { ...store, key, value });
  const { db } = context;
  let deleted = '';
  /** Deletes all records of the second page once their keys are known. */
  async function all(query: Parameters<Database['all']>[0]) {
    const rows = await db.all(query);
    const isSecond = deleted === '' && (rows[0] as { key?: string } | undefined)?.key === 'e';
    if (isSecond) deleted = 'efgh';
    for (const key of isSecond ? deleted : '')
      await db.transaction((tx) => deleteRecord(tx, { ...store, key }, context.now()));
    return rows;
  }
  const changing = { ...context, db: { ...db, all: all as Database['all'] } };
  const file = await downloadRecords(changing, { userId: user.id, organizationId }, 'orders', 'jsonl');
  if (file.kind !== 'download') throw new Error(file.kind);
  const pieces: string[] = [];
  for await (const piece of file.pieces) pieces.push(piece);
  const lines = pieces.join('').trimEnd().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { key: string }).key)).toEqual([...'abcdij']);
});
