// Finds executions that the index does not hold yet: those of the newest few seconds, those that have not ended, and queued
// ones. Of each group it looks through as many as a screen can wait for.
import { sql } from 'kysely';
import type { Queries } from '../../core/queries';
import { notQueued, selectQueued } from '../queue/queued-executions';
import type { ExecutionFilter, IdRange } from './indexed-ids';

/** How many executions of a group are looked through when the index is behind. */
const lookedThrough = 2_000;

/** Executions of some integrations of an organization, after the id up to which the index has come. */
interface Unindexed {
  organizationId: string;
  integrationIds: string[];
  indexedUpTo: string;
}

/** Returns the ids of the newest that match a filter without words, newest first. */
export async function listUnindexedExecutions(
  db: Queries,
  asked: Unindexed & { filter: ExecutionFilter; range: IdRange; limit: number },
): Promise<string[]> {
  const { integrationIds, range, limit } = asked;
  const { status, triggerType } = asked.filter;
  const newest = selectNewest(db, asked).orderBy('id', 'desc').limit(lookedThrough);
  const late = db.build
    .selectFrom('unindexed_executions')
    .select('execution_id as id')
    // An empty id is of a server of an earlier release.
    .where('of_integration_id', 'in', [...integrationIds, ''])
    .where('execution_id', '>=', range.from)
    .where('execution_id', '<', range.before)
    .orderBy('execution_id', 'desc')
    .limit(lookedThrough);
  const candidates = db.build
    .selectFrom(newest.as('newest'))
    .select('newest.id')
    .unionAll(db.build.selectFrom(late.as('late')).select('late.id'))
    .unionAll(selectQueued(db, { ...asked, ...range }));
  const found = await db.all(
    db.build
      .selectFrom('executions')
      .select('id')
      .where('id', 'in', candidates)
      .where('integration_id', 'in', integrationIds)
      .where('id', '>=', range.from)
      .where('id', '<', range.before)
      .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'queued'))
      .$if(triggerType !== undefined, (query) => query.where('trigger_type', '=', triggerType ?? ''))
      .orderBy('id', 'desc')
      .limit(limit),
  );
  return found.map(({ id }) => id);
}

/** Checks whether more of the newest are not indexed than are looked through, so that a list may lack some. */
export async function isIndexFarBehind(db: Queries, asked: Unindexed): Promise<boolean> {
  const next = selectNewest(db, asked).orderBy('id', 'desc').offset(lookedThrough).limit(1);
  return (await db.first(next)) !== undefined;
}

/** Checks whether the words of an ended execution cannot be found yet. */
export async function hasUnindexedExecutions(db: Queries, asked: Unindexed): Promise<boolean> {
  const ended = sql<boolean>`completed_at is not null`;
  return (await db.first(selectNewest(db, asked).where(ended).limit(1))) !== undefined;
}

function selectNewest(db: Queries, { integrationIds, indexedUpTo }: Unindexed) {
  return db.build
    .selectFrom('executions')
    .select('id')
    .where('integration_id', 'in', integrationIds)
    .where(notQueued)
    .where('id', '>', indexedUpTo);
}
