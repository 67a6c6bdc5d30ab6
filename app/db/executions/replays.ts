import { sql } from 'kysely';
import type { ExecutionStatus } from '~/engine/run/execution-status';
import type { Queries } from '../core/queries';
import { selectPlanned } from './automatic-replays';

/** Returns the id of the newest execution that repeats one of this organization's. */
export async function findReplay(
  db: Queries,
  { id, integrationId, organizationId }: { id: string; integrationId: string; organizationId: string },
): Promise<string | undefined> {
  const replay = await db.first(
    db.build
      .selectFrom('executions')
      .select('id')
      .where('replay_of', '=', id)
      .where('integration_id', '=', integrationId)
      .where('organization_id', '=', organizationId)
      .orderBy('id', 'desc')
      .limit(1),
  );
  return replay?.id;
}

/**
 * Returns the id of the replay that goes on from where an execution ended, because it has copies of its requests: the newest that
 * has not ended, or else the newest.
 */
export async function findContinuation(db: Queries, executionId: string): Promise<string | undefined> {
  const hasCopies = sql<boolean>`exists (select 1 from attempts as copy
    join attempts as original on original.execution_id = ${executionId}
      and original.step = copy.step and original.attempt = copy.attempt and original.started_at = copy.started_at
    where copy.execution_id = executions.id)`;
  const replay = await db.first(
    db.build
      .selectFrom('executions')
      .select('id')
      .where('replay_of', '=', executionId)
      .where(hasCopies)
      .orderBy(sql`completed_at is null`, 'desc')
      .orderBy('id', 'desc')
      .limit(1),
  );
  return replay?.id;
}

/** The replays of executions of a list. */
interface ListedReplays {
  /** The newest replay of each execution that was replayed, by the id of that. */
  made: Map<string, { id: string; status: ExecutionStatus }>;
  /** The executions whose automatic replay is to come. */
  planned: string[];
}

/** Returns the replays of those of an integration's executions that were or will be replayed. */
export async function listReplays(
  db: Queries,
  owner: { integrationId: string; organizationId: string },
  ids: readonly string[],
): Promise<ListedReplays> {
  const replays: ListedReplays = { made: new Map(), planned: [] };
  if (ids.length === 0) return replays;
  const made = db.build
    .selectFrom('executions')
    .select([sql<string>`replay_of`.as('replayed'), sql<string | null>`id`.as('id'), 'status'])
    .where('replay_of', 'in', ids)
    .where('integration_id', '=', owner.integrationId)
    .where('organization_id', '=', owner.organizationId);
  const planned = selectPlanned(db, owner, ids).select([
    sql<string | null>`null`.as('id'),
    sql<ExecutionStatus>`'queued'`.as('status'),
  ]);
  for (const { replayed, id, status } of await db.all(made.unionAll(planned).orderBy('id'))) {
    if (id === null) replays.planned.push(replayed);
    else replays.made.set(replayed, { id, status });
  }
  return replays;
}
