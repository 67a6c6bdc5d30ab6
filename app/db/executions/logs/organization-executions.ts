// The executions of many integrations of an organization, newest first. What has ended is found by the index; the newest, and what
// has not ended, is looked through.
import { findIndexedUpTo } from '../search/search-index';
import { selectAllQueued } from '../queue/queued-executions';
import type { Queries } from '../../core/queries';
import { hasDetails, type ListedRow } from './execution-logs';
import { type ExecutionFilter, findIndexedIds, type IdRange, rangeOf } from './indexed-ids';
import { lookedThrough } from './search-executions';

export interface OrganizationExecutionRow extends ListedRow {
  integration_id: string;
  integration_name: string;
}

interface Asked {
  organizationId: string;
  /** Only executions of these. */
  integrationIds: string[];
  filter: ExecutionFilter;
  /** The id of the last execution of the page before. */
  before?: string | undefined;
  limit: number;
}

/** A page of executions, and whether words of ended ones are yet to be indexed. */
export async function listOrganizationExecutions(
  db: Queries,
  asked: Asked,
): Promise<{ executions: OrganizationExecutionRow[]; isBehind: boolean }> {
  const { integrationIds, filter, limit } = asked;
  if (integrationIds.length === 0) return { executions: [], isBehind: false };
  const range = rangeOf(asked);
  const indexedUpTo = await findIndexedUpTo(db);
  const ended = await findIndexedIds(db, { integrationIds, filter, range, limit });
  if (filter.terms?.length) {
    const newest = await db.first(selectNewest(db, asked, indexedUpTo).where('completed_at', 'is not', null));
    return { executions: await listRows(db, asked, ended), isBehind: newest !== undefined };
  }
  const ids = [...ended, ...(await listUnindexed(db, asked, range, indexedUpTo))];
  return { executions: await listRows(db, asked, ids), isBehind: false };
}

/** The newest that the index has not come to. */
function selectNewest(db: Queries, { organizationId }: Asked, indexedUpTo: string) {
  return db.build
    .selectFrom('executions')
    .select('id')
    .where('id', '>', indexedUpTo)
    .where('organization_id', '=', organizationId)
    .orderBy('id', 'desc')
    .limit(lookedThrough);
}

/** Those, what had not ended when the index came, and what waits to begin. */
async function listUnindexed(
  db: Queries,
  asked: Asked,
  range: IdRange,
  indexedUpTo: string,
): Promise<string[]> {
  const late = db.build
    .selectFrom('unindexed_executions')
    .select('execution_id as id')
    .orderBy('execution_id', 'desc')
    .limit(lookedThrough);
  const candidates = db.build
    .selectFrom(selectNewest(db, asked, indexedUpTo).as('newest'))
    .select('newest.id')
    .unionAll(db.build.selectFrom(late.as('late')).select('late.id'))
    .unionAll(selectAllQueued(db, asked.organizationId));
  const { status, triggerType } = asked.filter;
  const found = await db.all(
    db.build
      .selectFrom('executions')
      .select('id')
      .where('id', 'in', candidates)
      .where('integration_id', 'in', asked.integrationIds)
      .where('id', '>=', range.from)
      .where('id', '<', range.before)
      .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'queued'))
      .$if(triggerType !== undefined, (query) => query.where('trigger_type', '=', triggerType ?? ''))
      .orderBy('id', 'desc')
      .limit(asked.limit),
  );
  return found.map(({ id }) => id);
}

async function listRows(
  db: Queries,
  { organizationId, limit }: Asked,
  ids: string[],
): Promise<OrganizationExecutionRow[]> {
  if (ids.length === 0) return [];
  return await db.all(
    db.build
      .selectFrom('executions')
      .innerJoin('integrations', 'integrations.id', 'executions.integration_id')
      .innerJoin('payloads', 'seq', 'payload_seq')
      .select([
        'executions.id',
        'status',
        'trigger_type',
        'is_test',
        'started_at',
        'completed_at',
        'error_message',
        'note',
        'integration_id',
        'integrations.name as integration_name',
      ])
      .select(hasDetails.as('has_details'))
      .where('executions.id', 'in', ids)
      .where('executions.organization_id', '=', organizationId)
      .orderBy('executions.id', 'desc')
      .limit(limit),
  );
}
