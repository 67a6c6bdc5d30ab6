// Executions are deleted in portions, with their payloads, logs and entries in the search index.
import { deleteIndexed } from './search/search-index';
import { firstIdOf } from '../core/id';
import type { Queries } from '../core/queries';
import { compileQuery } from '../core/compiled-query';
import { isQueued, notQueued } from './queue/queued-executions';
import { measureExecution } from './sizes';

/** Deletes up to `limit` executions of an integration, none of them queued, with their logs. Returns how many. */
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
  for (const execution of some) await deleteExecution(db, execution);
  return some.length;
}

/**
 * Deletes up to `limit` executions of an organization that are queued, then as many that a runner works on, with every
 * job of the organization. Returns how many rows it found.
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
  for (const execution of queued) await deleteExecution(db, execution);
  const jobs = await db.all(
    db.build
      .selectFrom('jobs')
      .leftJoin('executions', 'executions.id', 'jobs.subject_id')
      .select(['jobs.id as jobId', 'executions.id', 'payload_seq as seq'])
      .where('jobs.organization_id', '=', organizationId)
      .limit(limit),
  );
  for (const { jobId, id, seq } of jobs) {
    if (id !== null && seq !== null) await deleteExecution(db, { id, seq });
    await db.run(db.build.deleteFrom('jobs').where('id', '=', jobId));
  }
  return queued.length + jobs.length;
}

/** So many rows are looked at in one transaction, most of them to be kept. */
const mostLookedAt = 2_000;

/** What ended before these times may go, in milliseconds since 1970: by how it ended. */
export interface EndedBefore {
  /** Also of what was cancelled. */
  completed: number;
  failed: number;
}

interface OldExecutions {
  endedBefore: EndedBefore;
  /** Of it alone. */
  integrationId?: string;
  after: string;
  /** So many are deleted at most. */
  limit: number;
  /** No more are deleted when those that were held as much; without it, they are not measured. */
  enoughBytes?: number;
}

/**
 * Deletes executions that ended before those times, the oldest first, with their logs: never one that has not ended. Returns how
 * many, what they held, and the last that was looked at, after which to go on; undefined when there are no more.
 */
export async function deleteOldExecutions(
  db: Queries,
  { endedBefore, integrationId, after, limit, enoughBytes }: OldExecutions,
): Promise<{ deleted: number; bytes: number; last: string | undefined }> {
  const { completed, failed } = endedBefore;
  const looked = await db.all(
    db.build
      .selectFrom('executions')
      .select(['id', 'payload_seq as seq', 'status', 'completed_at as endedAt'])
      .where('id', '>', after)
      // What ended by then began by then: the rest of the table is not looked at.
      .where('id', '<', firstIdOf(Math.max(completed, failed)))
      .$if(integrationId !== undefined, (query) =>
        query.where('integration_id', '=', integrationId ?? '').where(notQueued),
      )
      .orderBy('id')
      .limit(mostLookedAt),
  );
  let deleted = 0;
  let bytes = 0;
  for (const { id, seq, status, endedAt } of looked) {
    if (deleted === limit || bytes >= (enoughBytes ?? Infinity))
      return { deleted, bytes, last: beforeId(looked, id) };
    if (endedAt === null || endedAt >= (status === 'error' ? failed : completed)) continue;
    if (enoughBytes !== undefined) bytes += await measureExecution(db, id);
    await deleteExecution(db, { id, seq });
    deleted += 1;
  }
  return { deleted, bytes, last: looked.length < mostLookedAt ? undefined : looked.at(-1)?.id };
}

/** The one that was looked at just before. */
function beforeId(looked: { id: string }[], id: string): string | undefined {
  return looked[looked.findIndex((each) => each.id === id) - 1]?.id;
}

const deletePayloadQuery = compileQuery<{ seq: number }>((build, value) =>
  build.deleteFrom('payloads').where('seq', '=', value('seq')),
);

const deleteQuery = compileQuery<{ id: string }>((build, value) =>
  build.deleteFrom('executions').where('id', '=', value('id')),
);

/** Steps and attempts go with their execution. */
async function deleteExecution(db: Queries, { id, seq }: { id: string; seq: number }): Promise<void> {
  await deleteIndexed(db, { id, seq });
  await db.run(deletePayloadQuery({ seq }));
  await db.run(deleteQuery({ id }));
}
