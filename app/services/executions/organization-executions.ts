import { z } from 'zod';
import { listOrganizationExecutions } from '~/db/executions/logs/organization-executions';
import type { ExecutionFilter } from '~/db/executions/logs/indexed-ids';
import { listRecentIds } from '~/db/integrations/recent-integrations';
import type { Queries } from '~/db/core/queries';
import { Id } from '~/engine/schema/response-fields';
import { toExecutionSummary } from './execution-log';
import { ExecutionSummary } from './log-schema';

/** An execution in a list of several integrations, without its log. */
export const OrganizationExecution = ExecutionSummary.extend({
  integrationId: Id,
  integrationName: z.string(),
});
export type OrganizationExecution = z.infer<typeof OrganizationExecution>;

interface Asked {
  organizationId: string;
  /** The tag that integrations must have; all integrations count unless given. */
  tag?: string | undefined;
  filter: ExecutionFilter;
  /** The id of the last execution of the page before. */
  before?: string | undefined;
  limit: number;
}

/**
 * Returns a page of an organization's executions, newest first, from the 500 integrations that ran last. `isBehind` says that
 * the page may lack some of the newest executions, which are not indexed yet.
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
