import { z } from 'zod';
import type { AppContext } from '~/context';
import { listExecutionsOfAll } from '~/services/executions/organization-executions';
import { actorOf, guardOrganization } from './http/authorize';
import { pageHeaders, takePage } from './http/pagination';
import { createApi, defineRoute, pathOf } from './openapi/route';
import { OrganizationExecutionResponse } from './shapes/execution';
import { ExecutionQuery, readExecutionFilter } from './execution-filter';

const Query = ExecutionQuery.extend({
  tag: z.string().max(200).optional().describe('Only of integrations that have this tag.'),
});

/** `/api/organizations/{organizationId}/executions`. */
export function createOrganizationExecutionsApi(context: AppContext) {
  const api = createApi();

  const listRoute = defineRoute({
    method: 'get',
    path: '/{organizationId}/executions',
    id: 'listOrganizationExecutions',
    tag: 'Executions',
    access: 'member',
    guard: guardOrganization(context),
    summary: 'List the executions of all integrations',
    text: 'Newest first, without their logs, of the 500 integrations that ran last. All filters given must match.',
    request: { params: pathOf('organizationId'), query: Query },
    responses: {
      200: {
        description: 'The executions.',
        schema: OrganizationExecutionResponse.array(),
        headers: pageHeaders,
      },
    },
  });
  api.openapi(listRoute, async (c) => {
    const { tag, ...query } = c.req.valid('query');
    const page = { limit: query.limit, cursor: query.cursor };
    const { executions } = await listExecutionsOfAll(context.db, {
      organizationId: actorOf(c).organizationId,
      tag,
      filter: readExecutionFilter(query),
      before: page.cursor,
      limit: page.limit + 1,
    });
    return c.json(takePage(c, page, executions, ({ id }) => id));
  });

  return api;
}
