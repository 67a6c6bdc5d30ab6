// Sealed texts may have megabytes each: they are read a few at a time, so that all of them need no more memory than some.
import { expect, test } from 'vitest';
import { eachSealedRow, sealedColumns } from '~/db/core/sealed-columns';
import { eachSealedDefinition } from '~/db/integrations/sealed-definitions';
import type { Database } from '~/db/core/open';
import { addTestCall, createIntegrationContext, createTestExecution } from '../../support/executions';
import { observe, type ObservedQuery } from '../../support/explain';

const mebibyte = 2 ** 20;

/** Reads all; how many rows each query with texts returned. */
async function readAll<Row>(db: Database, read: (db: Database) => AsyncGenerator<Row>, column: string) {
  const made: ObservedQuery[] = [];
  const rows: Row[] = [];
  for await (const row of read(observe(db, made))) rows.push(row);
  const withTexts = made.filter(({ sql }) => sql.includes(`"${column}", null as bound`));
  return { rows, counts: withTexts.map((query) => query.rows) };
}

test('rows with large texts are read a few at a time, and one that is larger than these by itself', async () => {
  const { context, owner } = await createIntegrationContext();
  const id = await createTestExecution(context, owner);
  const lengths = [3, 3, 3, 9, 1, 1, 1].map((length) => length * mebibyte);
  for (const [step, length] of lengths.entries()) {
    await addTestCall(context, id, { step });
    const saved = 'x'.repeat(length);
    await context.db.run(context.db.build.updateTable('steps').set({ saved }).where('step', '=', step));
  }
  const read = await readAll(context.db, (db) => eachSealedRow(db, sealedColumns.steps), 'saved');
  expect(read.rows.map(({ texts }) => texts[0]?.length)).toEqual(lengths);
  expect(read.counts).toEqual([2, 1, 1, 3, 0]);
});

test('definitions are read a few at a time, too', async () => {
  const { context, owner } = await createIntegrationContext();
  const definition = 'x'.repeat(5 * mebibyte);
  for (const version of [2, 3]) {
    const row = { integration_id: owner.integrationId, version, definition, created_at: 0 };
    await context.db.run(context.db.build.insertInto('integration_versions').values(row));
  }
  const read = await readAll(context.db, eachSealedDefinition, 'definition');
  expect(read.rows.map(({ version }) => version)).toEqual([1, 2, 3]);
  expect(read.counts).toEqual([2, 1, 0]);
});
