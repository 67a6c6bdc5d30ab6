// What SQLite keeps of the search index: a tree of words for each batch of entries, until they are merged.
import { expect, test } from 'vitest';
import { mergeIndex } from '~/db/executions/search/search-index';
import { createTestContext } from '../../support/context';

const batches = 12;
const entriesPerBatch = 10;

async function fillIndex() {
  const { db } = await createTestContext();
  const insert = db.sqlite.prepare(
    'insert into execution_index (rowid, keys, words, execution_id) values (?, ?, ?, ?)',
  );
  for (let batch = 0; batch < batches; batch += 1) {
    db.sqlite.transaction(() => {
      for (let entry = 1; entry <= entriesPerBatch; entry += 1) {
        const row = batch * entriesPerBatch + entry;
        insert.run(row, 'key', row === 1 ? 'quagga' : `zebra${row}`, `id${row}`);
      }
    })();
  }
  const countTrees = () =>
    db.sqlite.prepare('select count(distinct segid) from execution_index_idx').pluck().get();
  return { db, countTrees };
}

test('a commit merges nothing; the server merges beside it until there is nothing to merge', async () => {
  const { db, countTrees } = await fillIndex();
  expect(countTrees()).toBe(batches);
  expect(await mergeIndex(db)).toBe(true);
  while (await mergeIndex(db));
  expect(countTrees()).toBe(1);
  expect(await mergeIndex(db)).toBe(false);
});

test('a merge removes the words of deleted executions when they are a tenth of a tree', async () => {
  const { db, countTrees } = await fillIndex();
  while (await mergeIndex(db));
  const holdsWord = () =>
    db.sqlite
      .prepare(`select sum(instr(block, cast('quagga' as blob)) > 0) from execution_index_data`)
      .pluck()
      .get();
  db.sqlite.exec('delete from execution_index where rowid <= 11');
  expect([await mergeIndex(db), holdsWord()]).toEqual([false, 1]);
  db.sqlite.exec('delete from execution_index where rowid = 12');
  expect([await mergeIndex(db), holdsWord(), countTrees()]).toEqual([true, 0, 1]);
});
