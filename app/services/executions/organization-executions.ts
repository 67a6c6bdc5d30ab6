import { z } from 'zod';
import { listOrganizationExecutions } from '~/db/executions/logs/organization-executions';
import type { ExecutionFilter } from '~/db/executions/logs/indexed-ids';
import { listRecentIds } from '~/db/integrations/recent-integrations';
import type { Queries } from '~/db/core/queries';
import { Id } from '~/engine/schema/response-fields';
import { toExecutionSummary } from './execution-log';
import { ExecutionSummary } from './log-schema';

/** An execution in a list of many integrations', without its log. */
export const OrganizationExecution = ExecutionSummary.extend({
  integrationId: Id,
  integrationName: z.string(),
});
export type OrganizationExecution = z.infer<typeof OrganizationExecution>;

interface Asked {
  organizationId: string;
  /** Only of integrations that have it; all unless given. */
  tag?: string | undefined;
  filter: ExecutionFilter;
  /** The id of the last execution of the page before. */
  before?: string | undefined;
  limit: number;
}

/**
 * A page of the executions of all integrations of an organization, newest first, of at most 500 integrations: those that ran last.
 * `isBehind`: it may lack some of the newest, which are yet to be indexed.
 */
export async function listExecutionsOfAll(
  db: Queries,
  { organizationId, tag, ...page }: Asked,
): Promise<{ executions: OrganizationExecution[]; isBehind: boolean }> {
  const integrationIds = await listRecentIds(db, { organizationId, tag });
  const found = await listOrganizationExecutions(db, { organizationId, integrationIds, ...page });
  const executions = found.executions.map(({ integration_id, integration_name, ...row }) => ({
    ...toExecutionSummary(row),
    integrationId: integration_id,
    integrationName: integration_name,
  }));
  return { executions, isBehind: found.isBehind };
}
