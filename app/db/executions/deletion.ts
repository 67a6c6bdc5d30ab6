// Executions are deleted in portions, with their payloads, logs and entries in the search index.
import { deleteIndexed } from './search/search-index';
import { firstIdOf } from '../core/id';
import type { Queries } from '../core/queries';
import { compileQuery } from '../core/compiled-query';
import { isQueued, notQueued } from './queue/queued-executions';

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

/**
 * Deletes up to `limit` executions that ended before that time, the oldest first, with their logs: never one that has not
 * ended. Returns how many, and the last of them, after which to go on; undefined when there are no more.
 */
export async function deleteOldExecutions(
  db: Queries,
  { endedBefore, after, limit }: { endedBefore: number; after: string; limit: number },
): Promise<{ deleted: number; last: string | undefined }> {
  const old = await db.all(
    db.build
      .selectFrom('executions')
      .select(['id', 'payload_seq as seq'])
      .where('id', '>', after)
      // What ended by then began by then: the rest of the table is not looked at.
      .where('id', '<', firstIdOf(endedBefore))
      .where('status', 'in', ['completed', 'error', 'cancelled'])
      .where('completed_at', '<', endedBefore)
      .orderBy('id')
      .limit(limit),
  );
  for (const execution of old) await deleteExecution(db, execution);
  return { deleted: old.length, last: old.length < limit ? undefined : old.at(-1)?.id };
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
