// The sizes of executions: their payloads, their logs, the answers of and to them, and the memory they read. SQLite stores a text's
// length before the text, so measuring reads no texts.
import { type RawBuilder, sql } from 'kysely';
import { compileQuery } from '../core/compiled-query';
import type { Queries } from '../core/queries';
import { notQueued } from './queue/queued-executions';

/** The approximate size of an execution with empty texts: its rows, indexes and entry in the search index. */
const rowsBytes = 512;

const stepBytes = sql<number>`ifnull(octet_length(extractions), 0) + ifnull(octet_length(saved), 0) + ifnull(octet_length(detail), 0)`;
const memoryBytes = sql<number>`octet_length(content)`;
/** Of the answer that the sender got, which goes with the row of the execution. */
const answerBytes = sql<number>`ifnull(octet_length(answer), 0) + ifnull(octet_length(shown), 0)`;
const waitAnswerBytes = sql<number>`octet_length(answer)`;
const attemptBytes = sql<number>`octet_length(request) + ifnull(octet_length(response), 0) + ifnull(octet_length(ruling), 0)`;

/** The size of a row of `executions` in the surrounding query. */
const executionBytes = sql<number>`${sql.lit(rowsBytes)}
  + (select ifnull(octet_length(trigger_data), 0) + ifnull(octet_length(request), 0)
     from payloads where seq = executions.payload_seq)
  + ifnull((select sum(${stepBytes}) from steps where execution_id = executions.id), 0)
  + ifnull((select sum(${attemptBytes}) from attempts where execution_id = executions.id), 0)
  + ifnull((select sum(${memoryBytes}) from execution_memory where execution_id = executions.id), 0)
  + ifnull((select ${answerBytes} from delivery_answers where execution_id = executions.id), 0)
  + ifnull((select sum(${waitAnswerBytes}) from wait_answers where execution_id = executions.id), 0)`;

/** The bytes of the large files of an execution, without those that have a use by such another execution. */
function fileBytesUnless(other: RawBuilder<boolean>): RawBuilder<number> {
  return sql<number>`ifnull((select sum(size)
    from saved_file_uses inner join saved_files on saved_files.id = file_id
    where saved_file_uses.execution_id = executions.id and removed_at is null
      and not exists (select 1 from saved_file_uses as other where other.file_id = saved_files.id and ${other})), 0)`;
}

/** A file that replays have, too, counts for the first of its executions. */
const countedFileBytes = fileBytesUnless(sql<boolean>`other.execution_id < executions.id`);
/** It is deleted with the last of them. */
const freedFileBytes = fileBytesUnless(sql<boolean>`other.execution_id <> executions.id`);

interface ExecutionSize {
  bytes: number;
  /** The bytes of the large files that only this execution has. They are not among the others, and are deleted by themselves. */
  fileBytes: number;
}

const measureQuery = compileQuery<{ id: string }, ExecutionSize>((build, value) =>
  build
    .selectFrom('executions')
    .select([executionBytes.as('bytes'), freedFileBytes.as('fileBytes')])
    .where('id', '=', value('id')),
);

/** Returns the size of an execution in bytes, and what its deletion frees of large files. */
export async function measureExecution(db: Queries, id: string): Promise<ExecutionSize> {
  return (await db.first(measureQuery({ id }))) ?? { bytes: 0, fileBytes: 0 };
}

const attemptSizesQuery = compileQuery<
  { executionId: string },
  { step: number; attempt: number; bytes: number }
>((build, value) =>
  build
    .selectFrom('attempts')
    .select(['step', 'attempt', attemptBytes.as('bytes')])
    .where('execution_id', '=', value('executionId')),
);

export function listAttemptSizes(db: Queries, executionId: string) {
  return db.all(attemptSizesQuery({ executionId }));
}

const stepSizesQuery = compileQuery<{ executionId: string }, { step: number; bytes: number }>(
  (build, value) =>
    build
      .selectFrom('steps')
      .select(['step', stepBytes.as('bytes')])
      .where('execution_id', '=', value('executionId')),
);

/** Returns the steps of an execution with their sizes, attempts not included. */
export function listStepSizes(db: Queries, executionId: string) {
  return db.all(stepSizesQuery({ executionId }));
}

const memorySizesQuery = compileQuery<{ executionId: string }, { loopId: string; bytes: number }>(
  (build, value) =>
    build
      .selectFrom('execution_memory')
      .select(['loop_id as loopId', memoryBytes.as('bytes')])
      .where('execution_id', '=', value('executionId')),
);

/** Returns the sizes of the memory that an execution read, for each of its loops and for its values. */
export function listMemorySizes(db: Queries, executionId: string) {
  return db.all(memorySizesQuery({ executionId }));
}

const answerSizeQuery = compileQuery<{ executionId: string }, { bytes: number }>((build, value) =>
  build
    .selectFrom('delivery_answers')
    .select(answerBytes.as('bytes'))
    .where('execution_id', '=', value('executionId')),
);

/** Returns the size of the answer that the sender of an execution got, at most one. */
export function listAnswerSizes(db: Queries, executionId: string) {
  return db.all(answerSizeQuery({ executionId }));
}

const waitAnswerSizesQuery = compileQuery<{ executionId: string }, { callId: string; bytes: number }>(
  (build, value) =>
    build
      .selectFrom('wait_answers')
      .select(['call_id as callId', waitAnswerBytes.as('bytes')])
      .where('execution_id', '=', value('executionId')),
);

/** Returns the sizes of the answers that an execution waited for, by the call that it waited before. */
export function listWaitAnswerSizes(db: Queries, executionId: string) {
  return db.all(waitAnswerSizesQuery({ executionId }));
}

/** How many executions are measured at once: nobody else is served meanwhile. */
const measuredAtOnce = 200;

/**
 * Returns the total size in bytes, large files included (each once), of the next executions of an integration, in the order of
 * their ids and without queued ones, and the last of them, after which to go on; undefined when there are no more.
 */
export async function measureSomeExecutions(
  db: Queries,
  { integrationId, after }: { integrationId: string; after: string },
): Promise<{ bytes: number; last: string | undefined }> {
  const measured = await db.all(
    db.build
      .selectFrom('executions')
      .select(['id', sql<number>`${executionBytes} + ${countedFileBytes}`.as('bytes')])
      .where('integration_id', '=', integrationId)
      .where(notQueued)
      .where('id', '>', after)
      .orderBy('id')
      .limit(measuredAtOnce),
  );
  const bytes = measured.reduce((sum, each) => sum + each.bytes, 0);
  return { bytes, last: measured.length < measuredAtOnce ? undefined : measured.at(-1)?.id };
}
