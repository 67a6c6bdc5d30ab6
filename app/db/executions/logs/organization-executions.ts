// Lists the executions of many integrations of an organization.
import type { Queries } from '../../core/queries';
import { hasDetails, type ListedRow, summaryColumns } from './execution-logs';
import { searchIds } from './search-executions';

interface OrganizationExecutionRow extends ListedRow {
  integration_id: string;
  integration_name: string;
}

/** Returns a page of them, newest first, and whether it may lack some that are not indexed yet. */
export async function listOrganizationExecutions(
  db: Queries,
  asked: Parameters<typeof searchIds>[1],
): Promise<{ executions: OrganizationExecutionRow[]; isBehind: boolean }> {
  if (asked.integrationIds.length === 0) return { executions: [], isBehind: false };
  const { ids, isBehind } = await searchIds(db, asked);
  return { executions: await listRows(db, asked.organizationId, ids), isBehind };
}

async function listRows(
  db: Queries,
  organizationId: string,
  ids: string[],
): Promise<OrganizationExecutionRow[]> {
  if (ids.length === 0) return [];
  return await db.all(
    db.build
      .selectFrom('executions')
      .innerJoin('integrations', 'integrations.id', 'executions.integration_id')
      .innerJoin('payloads', 'seq', 'payload_seq')
      .select(summaryColumns)
      .select(['integration_id', 'integrations.name as integration_name', hasDetails.as('has_details')])
      .where('executions.id', 'in', ids)
      .where('executions.organization_id', '=', organizationId)
      .orderBy('executions.id', 'desc'),
  );
}
