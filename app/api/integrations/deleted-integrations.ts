import type { AppContext } from '~/context';
import { restorableDays } from '~/engine/definition/restorable-days';
import { listDeletedIntegrations } from '~/services/deleted-integrations/deleted-integration-list';
import { deleteIntegrationNow } from '~/services/deleted-integrations/final-deletion';
import { restoreIntegration } from '~/services/deleted-integrations/restoration';
import { actorOf, guardOrganization, guardRestorable } from '../http/authorize';
import { formatPosition, linkToNextPage, pageHeaders, PageQuery, parsePosition } from '../http/pagination';
import { problemResponse } from '../http/problem-response';
import { createApi, defineRoute, pathOf } from '../openapi/route';
import { DeletedIntegrationResponse } from '../shapes/deleted-integration';
import { IntegrationResponse } from '../shapes/integration';

/** The deleted integrations of an organization, and `/api/integrations/{id}/restore` and `/delete-now`. */
export function createDeletedIntegrationsApi(context: AppContext) {
  const api = createApi();
  const ours = { tag: 'Integrations', access: 'editor', guard: guardRestorable(context) } as const;
  const params = pathOf('id');

  const listRoute = defineRoute({
    ...ours,
    access: 'member',
    guard: guardOrganization(context),
    method: 'get',
    path: '/organization/{organizationId}/deleted',
    id: 'listDeletedIntegrations',
    summary: 'List the deleted integrations of an organization',
    text: `Newest first, by the time of the deletion: those that can still be restored. ${restorableDays} days after its deletion, an integration is removed.`,
    request: { params: pathOf('organizationId'), query: PageQuery },
    responses: {
      200: {
        description: 'The deleted integrations.',
        schema: DeletedIntegrationResponse.array(),
        headers: pageHeaders,
      },
    },
  });
  api.openapi(listRoute, async (c) => {
    const { organizationId } = actorOf(c);
    const page = c.req.valid('query');
    const asked = { organizationId, before: parsePosition(page.cursor), limit: page.limit };
    const { integrations, next } = await listDeletedIntegrations(context, asked);
    if (next) linkToNextPage(c, formatPosition(next));
    return c.json(integrations);
  });

  const restoreRoute = defineRoute({
    ...ours,
    method: 'post',
    path: '/{id}/restore',
    id: 'restoreIntegration',
    summary: 'Restore a deleted integration',
    text: 'With its versions, secrets, webhook URL, executions and logs. It is not deployed, so nothing starts it until you deploy it.',
    request: { params },
    responses: { 200: { description: 'The integration.', schema: IntegrationResponse } },
  });
  api.openapi(restoreRoute, async (c) => {
    const outcome = await restoreIntegration(context, actorOf(c), c.req.valid('param').id);
    if (outcome.kind !== 'integration') return problemResponse(c, outcome);
    const restored: IntegrationResponse = outcome.integration;
    return c.json(restored);
  });

  const deleteRoute = defineRoute({
    ...ours,
    method: 'post',
    path: '/{id}/delete-now',
    id: 'deleteIntegrationNow',
    summary: 'Delete a deleted integration for good',
    text: 'It can no longer be restored, and is removed with its executions within minutes. Returns 404 for an integration that is not deleted.',
    request: { params },
    responses: { 204: { description: 'Its removal has begun.' } },
  });
  api.openapi(deleteRoute, async (c) => {
    const outcome = await deleteIntegrationNow(context, actorOf(c), c.req.valid('param').id);
    return outcome.kind === 'deleted' ? c.body(null, 204) : problemResponse(c, outcome);
  });

  return api;
}
