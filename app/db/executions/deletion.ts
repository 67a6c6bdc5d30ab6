// Executions are deleted in batches, with their payloads, logs and entries in the search index. The bytes of one transaction
// are limited, too. An execution with more bytes than that loses its log first, row by row.
import { deleteIndexed } from './search/search-index';
import { maxBytesAtOnce } from '../core/deletion/few-bytes';
import { firstIdOf } from '../core/id';
import type { Queries } from '../core/queries';
import { compileQuery } from '../core/compiled-query';
import { deleteWaitingJobQuery } from './queue/call-waits';
import { isQueued, notQueued } from './queue/queued-executions';
import {
  listAnswerSizes,
  listAttemptSizes,
  listMemorySizes,
  listStepSizes,
  listWaitAnswerSizes,
  measureExecution,
} from './sizes';

/**
 * Deletes up to `limit` executions of an integration that are not queued, with their logs. Returns how many it handled: 0 when
 * there are none left.
 */
export async function deleteSomeExecutions(
  db: Queries,
  integrationId: string,
  limit: number,
): Promise<number> {
  const some = await db.all(
    db.build
      .selectFrom('executions')
      .select(['id', 'payload_seq as seq'])
      .where('integration_id', '=', integrationId)
      .where(notQueued)
      .limit(limit),
  );
  return deleteAll(db, some, { bytes: 0, fileBytes: 0 });
}

/**
 * Deletes up to `limit` queued executions of an organization, then as many that a runner works on, with every job of the
 * organization. Returns how many rows it handled: 0 when there are none left.
 */
export async function deleteSomeOpenExecutions(
  db: Queries,
  organizationId: string,
  limit: number,
): Promise<number> {
  const queued = await db.all(
    db.build
      .selectFrom('executions')
      .select(['id', 'payload_seq as seq'])
      .where(isQueued)
      .where('organization_id', '=', organizationId)
      .limit(limit),
  );
  const gone: Batch = { bytes: 0, fileBytes: 0 };
  const ofQueue = await deleteAll(db, queued, gone);
  if (gone.bytes >= maxBytesAtOnce) return ofQueue;
  const jobs = await db.all(
    db.build
      .selectFrom('jobs')
      .leftJoin('executions', 'executions.id', 'jobs.subject_id')
      .select(['jobs.id as jobId', 'executions.id', 'payload_seq as seq'])
      .where('jobs.organization_id', '=', organizationId)
      .limit(limit),
  );
  let ofJobs = 0;
  for (const { jobId, id, seq } of jobs) {
    ofJobs += 1;
    if (id !== null && seq !== null && !(await deleteOrShrink(db, { id, seq }, gone))) break;
    await db.run(db.build.deleteFrom('jobs').where('id', '=', jobId));
  }
  return ofQueue + ofJobs;
}

/** Deletes the executions that the transaction has room for. Returns how many it handled. */
async function deleteAll(db: Queries, executions: readonly Stored[], gone: Batch): Promise<number> {
  for (const [index, execution] of executions.entries()) {
    if (!(await deleteOrShrink(db, execution, gone))) return index + 1;
  }
  return executions.length;
}

/** The most rows that one transaction looks at; most of them are kept. */
const maxLookedAt = 2_000;
/** The rows that one query reads: after most queries, most of them are deleted. */
const lookedAtOnce = 100;

/** The times before which an execution must have ended to be deleted, in milliseconds since 1970, by how it ended. */
export interface EndedBefore {
  /** Applies to cancelled executions, too. */
  completed: number;
  failed: number;
}

interface DeletedBatch {
  deleted: number;
  bytes: number;
  /** Those of `bytes` that are of large files, which are still to be deleted. */
  fileBytes: number;
  /** How many of the deleted were to be replayed automatically. */
  replays: number;
  last: string | undefined;
  /** The next execution has lost a part of its log: the caller goes on until it is deleted, even with enough bytes. */
  isBegun: boolean;
}

interface OldExecutions {
  endedBefore: EndedBefore;
  /** Only executions of this integration. */
  integrationId?: string;
  /** Whether failed executions stay whose automatic replay is still to come. */
  keepsPlanned?: boolean;
  after: string;
  /** The most executions to delete. */
  limit: number;
  /** The size in bytes at which no more executions are deleted. */
  enoughBytes?: number;
}

/**
 * Deletes executions that ended before those times, the oldest first, with their logs; never one that has not ended. Returns
 * how many it deleted, the bytes of them (with those of large files that no other has and of the log of the next), and the id
 * after which to go on; undefined when there are no more.
 */
export async function deleteOldExecutions(
  db: Queries,
  { endedBefore, integrationId, keepsPlanned = false, after, limit, enoughBytes }: OldExecutions,
): Promise<DeletedBatch> {
  const { completed, failed } = endedBefore;
  const gone: Batch = { bytes: 0, fileBytes: 0 };
  let [deleted, replays] = [0, 0];
  let last = after;
  for (let looked = 0; looked < maxLookedAt; looked += lookedAtOnce) {
    const next = await listNext(db, { endedBefore, integrationId, after: last });
    for (const { id, seq, status, endedAt, plannedReplay } of next) {
      if (deleted === limit || sumOf(gone) >= (enoughBytes ?? Infinity)) {
        return batch(last);
      }
      const isPlanned = plannedReplay !== null;
      const isOld = endedAt !== null && endedAt < (status === 'error' ? failed : completed);
      if (isOld && !(isPlanned && keepsPlanned)) {
        if (!(await deleteOrShrink(db, { id, seq }, gone))) {
          return batch(last, deleted === 0);
        }
        deleted += 1;
        if (isPlanned) replays += 1;
      }
      last = id;
    }
    if (next.length < lookedAtOnce) return batch(undefined);
  }
  return batch(last);

  function batch(goOnAfter: string | undefined, isBegun = false): DeletedBatch {
    const { fileBytes } = gone;
    return { deleted, bytes: sumOf(gone), fileBytes, replays, last: goOnAfter, isBegun };
  }
}

function sumOf({ bytes, fileBytes }: Batch): number {
  return bytes + fileBytes;
}

/** Lists the next executions that may have ended before those times, in the order of their ids. */
function listNext(
  db: Queries,
  { endedBefore, integrationId, after }: Pick<OldExecutions, 'endedBefore' | 'integrationId' | 'after'>,
) {
  return db.all(
    db.build
      .selectFrom('executions')
      .leftJoin('automatic_replays as planned', (join) =>
        join.onRef('planned.execution_id', '=', 'id').on('planned.due_at', 'is not', null),
      )
      .select(['id', 'payload_seq as seq', 'status', 'completed_at as endedAt'])
      .select('planned.number as plannedReplay')
      .where('id', '>', after)
      // An execution that ended by then began by then: SQLite does not read the rest of the table.
      .where('id', '<', firstIdOf(Math.max(endedBefore.completed, endedBefore.failed)))
      .$if(integrationId !== undefined, (query) =>
        query.where('executions.integration_id', '=', integrationId ?? '').where(notQueued),
      )
      .orderBy('id')
      .limit(lookedAtOnce),
  );
}

const deletePayloadQuery = compileQuery<{ seq: number }>((build, value) =>
  build.deleteFrom('payloads').where('seq', '=', value('seq')),
);

const deleteQuery = compileQuery<{ id: string }>((build, value) =>
  build.deleteFrom('executions').where('id', '=', value('id')),
);

interface Stored {
  id: string;
  seq: number;
}

/** The bytes that one transaction has deleted, and those of large files that nothing uses any more. */
interface Batch {
  bytes: number;
  fileBytes: number;
}

/**
 * Deletes an execution if the transaction has room for it. An execution that is too large even for its own transaction loses as
 * much of its log as fits. Returns false when the execution is still there.
 */
async function deleteOrShrink(db: Queries, execution: Stored, gone: Batch): Promise<boolean> {
  const { bytes, fileBytes } = await measureExecution(db, execution.id);
  if (gone.bytes + bytes > maxBytesAtOnce) {
    if (gone.bytes > 0) return false;
    await shrink(db, execution.id, gone);
    // Without a log left, only the payload is that long.
    if (gone.bytes > 0) return false;
  }
  gone.bytes += bytes;
  gone.fileBytes += fileBytes;
  await deleteExecution(db, execution);
  return true;
}

/** Deletes rows of a log, then memory that the execution read and answers, as far as the transaction has room. */
async function shrink(db: Queries, executionId: string, gone: Batch): Promise<void> {
  for (const { step, attempt, bytes } of await listAttemptSizes(db, executionId)) {
    if (gone.bytes >= maxBytesAtOnce) return;
    await db.run(deleteAttemptQuery({ executionId, step, attempt }));
    gone.bytes += bytes;
  }
  for (const { step, bytes } of await listStepSizes(db, executionId)) {
    if (gone.bytes >= maxBytesAtOnce) return;
    await db.run(deleteStepQuery({ executionId, step }));
    gone.bytes += bytes;
  }
  for (const { loopId, bytes } of await listMemorySizes(db, executionId)) {
    if (gone.bytes >= maxBytesAtOnce) return;
    await db.run(deleteMemoryQuery({ executionId, loopId }));
    gone.bytes += bytes;
  }
  for (const { callId, bytes } of await listWaitAnswerSizes(db, executionId)) {
    if (gone.bytes >= maxBytesAtOnce) return;
    await db.run(deleteWaitAnswerQuery({ executionId, callId }));
    gone.bytes += bytes;
  }
  for (const { bytes } of await listAnswerSizes(db, executionId)) {
    if (gone.bytes >= maxBytesAtOnce) return;
    await db.run(deleteAnswerQuery({ executionId }));
    gone.bytes += bytes;
  }
}

const deleteAttemptQuery = compileQuery<{ executionId: string; step: number; attempt: number }>(
  (build, value) =>
    build
      .deleteFrom('attempts')
      .where('execution_id', '=', value('executionId'))
      .where('step', '=', value('step'))
      .where('attempt', '=', value('attempt')),
);

const deleteStepQuery = compileQuery<{ executionId: string; step: number }>((build, value) =>
  build
    .deleteFrom('steps')
    .where('execution_id', '=', value('executionId'))
    .where('step', '=', value('step')),
);

const deleteMemoryQuery = compileQuery<{ executionId: string; loopId: string }>((build, value) =>
  build
    .deleteFrom('execution_memory')
    .where('execution_id', '=', value('executionId'))
    .where('loop_id', '=', value('loopId')),
);

const deleteWaitAnswerQuery = compileQuery<{ executionId: string; callId: string }>((build, value) =>
  build
    .deleteFrom('wait_answers')
    .where('execution_id', '=', value('executionId'))
    .where('call_id', '=', value('callId')),
);

const deleteAnswerQuery = compileQuery<{ executionId: string }>((build, value) =>
  build.deleteFrom('delivery_answers').where('execution_id', '=', value('executionId')),
);

/** Deletes an execution. Its steps, its attempts, the answers and the memory it read go with it. */
async function deleteExecution(db: Queries, { id, seq }: Stored): Promise<void> {
  await deleteIndexed(db, { id, seq });
  await db.run(deletePayloadQuery({ seq }));
  await db.run(deleteWaitingJobQuery({ executionId: id }));
  await db.run(deleteQuery({ id }));
}
