// The index that filters and searches executions. It is written in small batches after executions have ended, so that it slows
// down neither deliveries nor runs. It goes along the ids, and comes back later for executions that had not ended.
import { sql } from 'kysely';
import type { Database } from '../../core/open';
import type { Queries } from '../../core/queries';
import { compileQuery } from '../../core/compiled-query';
import { collectWords, type MaskBeginning } from './indexed-text';
import { type ExecutionStatus, hasEnded } from '~/engine/run/execution-status';

/** The conditions on a list of executions besides its time. */
export interface IndexedFilter {
  status?: ExecutionStatus | undefined;
  triggerType?: string | undefined;
}

const toIndexColumns = [
  'id',
  'integration_id',
  'integration_version',
  'status',
  'trigger_type',
  'payload_seq',
  'error_message',
] as const;

const toIndexQuery = compileQuery<{ after: string; before: string; limit: number }, ToIndex>((build, value) =>
  build
    .selectFrom('executions')
    .select([...toIndexColumns])
    .where('id', '>', value('after'))
    .where('id', '<', value('before'))
    .orderBy('id')
    .limit(value('limit')),
);

interface ToIndex {
  id: string;
  integration_id: string;
  integration_version: number;
  status: ExecutionStatus;
  trigger_type: string;
  payload_seq: number;
  error_message: string | null;
}

/** Returns the id up to which the index has come. */
export async function findIndexedUpTo(db: Queries): Promise<string> {
  return (await db.first(progressQuery({})))?.last_id ?? '';
}

const progressQuery = compileQuery<object, { last_id: string }>((build) =>
  build.selectFrom('execution_index_progress').select('last_id'),
);

const findIndexedQuery = compileQuery<{ seq: number }, { seq: number }>((build, value) =>
  build
    .selectFrom('execution_index')
    .select(sql<number>`rowid`.as('seq'))
    .where(sql<boolean>`rowid = ${value('seq')}`),
);

const noteUnindexedQuery = compileQuery<{ id: string; integrationId: string }>((build, value) =>
  build
    .insertInto('unindexed_executions')
    .values({ execution_id: value('id'), of_integration_id: value('integrationId') })
    .onConflict((conflict) => conflict.doNothing()),
);

/** When so many bytes of logs have been read, in a few milliseconds, a batch ends before its limit. */
const maxBytesRead = 1024 * 1024;

/**
 * Goes on along the ids, up to `before`: indexes ended executions and notes the others, `limit` of them or fewer large ones.
 * Returns whether there may be more.
 */
export async function indexNextExecutions(
  db: Queries,
  { before, limit, mask }: { before: string; limit: number; mask: MaskBeginning },
): Promise<boolean> {
  const after = await findIndexedUpTo(db);
  const executions = await db.all(toIndexQuery({ after, before, limit }));
  let [looked, bytes] = [0, 0];
  for (const execution of executions) {
    if (bytes >= maxBytesRead) break;
    const { id, integration_id: integrationId, status } = execution;
    if (hasEnded(status)) bytes += await indexEnded(db, execution, mask);
    else await db.run(noteUnindexedQuery({ id, integrationId }));
    looked += 1;
  }
  const last = executions[looked - 1];
  if (last) await db.run(db.build.updateTable('execution_index_progress').set({ last_id: last.id }));
  return looked < executions.length || looked === limit;
}

/**
 * Looks again at executions that had not ended, from the one after `after` on. Returns the last one it looked at, or '' when it
 * came to the end.
 */
export async function indexLateExecutions(
  db: Queries,
  { after, limit, mask }: { after: string; limit: number; mask: MaskBeginning },
): Promise<string> {
  const late = await db.all(
    db.build
      .selectFrom('unindexed_executions')
      .innerJoin('executions', 'executions.id', 'unindexed_executions.execution_id')
      .select([...toIndexColumns])
      .where('unindexed_executions.execution_id', '>', after)
      .orderBy('unindexed_executions.execution_id')
      .limit(limit),
  );
  let bytes = 0;
  for (const execution of late) {
    if (hasEnded(execution.status)) bytes += await indexEnded(db, execution, mask);
    if (bytes >= maxBytesRead) return execution.id;
  }
  return late.length < limit ? '' : (late.at(-1)?.id ?? '');
}

/**
 * Indexes an ended execution, which is then no longer noted. After the clock was set back, both ways come to executions again
 * that are noted, or indexed already. Returns how many bytes of its log were read.
 */
async function indexEnded(db: Queries, execution: ToIndex, mask: MaskBeginning): Promise<number> {
  const { id, payload_seq: seq } = execution;
  await db.run(deleteUnindexedQuery({ id }));
  if ((await db.first(findIndexedQuery({ seq }))) !== undefined) return 0;
  return insertIndexed(db, execution, mask);
}

const insertIndexedQuery = compileQuery<{ seq: number; id: string; keys: string; words: string }>(
  (build, value) =>
    build.insertInto('execution_index').values({
      rowid: value('seq'),
      execution_id: value('id'),
      keys: value('keys'),
      words: value('words'),
    }),
);

async function insertIndexed(db: Queries, execution: ToIndex, mask: MaskBeginning): Promise<number> {
  const { id, integration_id: integrationId, status, trigger_type: triggerType } = execution;
  const keys = [
    keyOf(integrationId, {}),
    keyOf(integrationId, { status }),
    keyOf(integrationId, { triggerType }),
    keyOf(integrationId, { status, triggerType }),
  ];
  const seq = execution.payload_seq;
  const { words, bytes } = await collectWords(db, execution, mask);
  await db.run(insertIndexedQuery({ seq, id, keys: keys.join(' '), words }));
  return bytes;
}

/** Builds one word for each combination, so that SQLite finds its executions by reading one list. */
function keyOf(integrationId: string, { status, triggerType }: IndexedFilter): string {
  return `i${integrationId}s${status ?? ''}t${triggerType ?? ''}`.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

const deleteIndexedQuery = compileQuery<{ seq: number }>((build, value) =>
  build.deleteFrom('execution_index').where('rowid', '=', value('seq')),
);

const deleteUnindexedQuery = compileQuery<{ id: string }>((build, value) =>
  build.deleteFrom('unindexed_executions').where('execution_id', '=', value('id')),
);

/** Removes a deleted execution from the index. */
export async function deleteIndexed(db: Queries, { id, seq }: { id: string; seq: number }): Promise<void> {
  await db.run(deleteIndexedQuery({ seq }));
  await db.run(deleteUnindexedQuery({ id }));
}

/**
 * How many pages one merge writes, at least one whole word: some 15 ms for most words, and some 200 ms for a word that a
 * million executions have.
 */
const mergedPages = 64;

/**
 * Merges a part of the index beside the event loop. Every batch of entries adds a small tree of words to the index, and deleted
 * entries stay in theirs; a merge makes one tree of four, or one without the deleted entries of a level that has a tenth of
 * them. SQLite would do this inside of COMMITs, while nobody else is served; migration 0104 turns that off. Returns false when
 * there is nothing to merge; undefined when another process writes. https://sqlite.org/fts5.html#the_merge_command
 */
export function mergeIndex(db: Pick<Database, 'file'>): Promise<boolean | undefined> {
  return merge(db, mergedPages);
}

/**
 * Begins to rewrite the whole index without deleted executions; `mergeIndex` goes on until there is nothing to merge. Until
 * then their words stay in the file, although nothing finds them. Returns undefined when another process writes: nothing has
 * begun.
 */
export function beginIndexRewrite(db: Pick<Database, 'file'>): Promise<boolean | undefined> {
  return merge(db, -mergedPages);
}

async function merge({ file }: Pick<Database, 'file'>, pages: number): Promise<boolean | undefined> {
  const changes = await file.writeBeside(
    `insert into execution_index (execution_index, rank) values ('merge', ${pages})`,
  );
  return changes === undefined ? undefined : changes > leastChanges;
}

/** A merge with nothing to do changes one row, or none. */
const leastChanges = 1;

/** Words and phrases, all of which a log must hold; characters other than letters and digits separate words. */
export type SearchTerms = string[];

const maxTerms = 10;
export const maxSearchLength = 500;

/** Reads what a person typed: words, and phrases between quotes. Returns an empty list when there is nothing to look for. */
export function readSearchTerms(text: string): SearchTerms {
  return [...text.slice(0, maxSearchLength).matchAll(/"([^"]*)"|[^\s"]+/g)]
    .map(([whole, phrase]) => phrase ?? whole)
    .filter((term) => /[\p{L}\p{N}]/u.test(term))
    .slice(0, maxTerms);
}

/** Builds the expression that finds the executions of one or more integrations in `execution_index`. */
export function matchExpression(integrationIds: string[], filter: IndexedFilter, terms: SearchTerms): string {
  const keys = integrationIds.map((id) => `"${keyOf(id, filter)}"`);
  const key = `keys : (${keys.join(' OR ')})`;
  if (terms.length === 0) return key;
  const words = terms.map((term) => `"${term.replaceAll(/["\0]/g, ' ')}"`);
  return `${key} AND words : (${words.join(' AND ')})`;
}

/** Selects a page of matches, newest first; `from` and `before` limit the `payload_seq`, `before` excluded. */
export function selectIndexed(
  db: Queries,
  { match, from, before, limit }: { match: string; from: number; before: number; limit: number },
) {
  return db.build
    .selectFrom('execution_index')
    .select(sql<string>`execution_id`.as('id'))
    .where(sql<boolean>`execution_index match ${match}`)
    .where('rowid', '>=', from)
    .where('rowid', '<', before)
    .orderBy('rowid', 'desc')
    .limit(limit);
}
