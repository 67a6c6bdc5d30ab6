// The log of an execution may have megabytes, of which the beginning is searched.
import { beforeEach, expect, test, vi } from 'vitest';
import { collectWords } from '~/db/executions/search/indexed-text';
import { createExecutionIndexer } from '~/services/executions/search-indexer';
import { maskBeginning } from '~/services/executions/mask-trigger-data';
import type { TestContext } from '../../support/context';
import {
  addTestCall,
  completeTestExecution,
  createIntegrationContext,
  createTestExecution,
  type Owner,
} from '../../support/executions';
import { times } from '../../support/in-turn';

let context: TestContext;
let owner: Owner;

beforeEach(async () => {
  ({ context, owner } = await createIntegrationContext());
  // Ids tell the time of this machine.
  vi.spyOn(Date, 'now').mockImplementation(() => context.now());
});

/** An execution with these responses, which has ended long ago. */
async function end(...bodies: string[]): Promise<string> {
  const id = await createTestExecution(context, owner);
  for (const [step, body] of bodies.entries()) {
    const request = { url: `https://api.example.com/${step}` };
    await addTestCall(context, id, { step, request, response: { body } });
  }
  await completeTestExecution(context, owner, id);
  return id;
}

const findByWord = (word: string): unknown[] =>
  context.db.sqlite
    .prepare('select execution_id from execution_index where execution_index match ? order by rowid')
    .pluck()
    .all(`words : ${word}`);

const mebibyte = 'a'.repeat(2 ** 20);

test.each([
  ['that ended in time', false],
  ['that ended late', true],
])('a batch of large logs %s ends early, and the next one goes on', async (_when, isLate) => {
  const indexer = createExecutionIndexer(context);
  const open = isLate ? await times(3, () => createTestExecution(context, owner)) : [];
  context.clock.advance(10_000);
  await indexer.indexSome();
  for (const id of open) {
    await addTestCall(context, id, { response: { body: `large ${mebibyte}` } });
    await completeTestExecution(context, owner, id);
  }
  const ids = isLate ? open : await times(3, () => end(`large ${mebibyte}`));
  context.clock.advance(10_000);
  expect([await indexer.indexSome(), findByWord('large')]).toEqual([true, ids.slice(0, 1)]);
  while (await indexer.indexSome()) await Promise.resolve();
  expect(findByWord('large')).toEqual(ids);
});

test('a batch of large requests ends early, too, although only the first is searched', async () => {
  const ids = await times(2, async () => {
    const id = await createTestExecution(context, owner);
    for (const [step, body] of [`sent ${'a'.repeat(20_000)}`, mebibyte].entries()) {
      const request = { url: 'https://api.example.com/', body };
      await addTestCall(context, id, { step, request });
    }
    await completeTestExecution(context, owner, id);
    return id;
  });
  context.clock.advance(10_000);
  const indexer = createExecutionIndexer(context);
  expect([await indexer.indexSome(), findByWord('sent')]).toEqual([true, ids.slice(0, 1)]);
});

test('of a log, only as many bodies are read as are searched, after the URLs of all calls', async () => {
  const { integrationId } = owner;
  const id = await end('first', `second ${mebibyte}`, 'third', mebibyte, mebibyte);
  const subject = { id, integration_id: integrationId, integration_version: 1, error_message: null };
  const found = await context.db.first(
    context.db.build.selectFrom('executions').select('payload_seq').where('id', '=', id),
  );
  const of = { ...subject, payload_seq: found?.payload_seq ?? 0 };
  const { words, bytes } = await collectWords(context.db, of, maskBeginning(context));
  expect(words).toHaveLength(16 * 1024);
  expect(words).toMatch(
    /^https:.*\/0\nhttps:.*\/1\nhttps:.*\/2\nhttps:.*\/3\nhttps:.*\/4\n\{"n":1\}\nfirst\nsecond a+$/,
  );
  expect([bytes > 2 ** 20, bytes < 2 * 2 ** 20]).toEqual([true, true]);
});
