import type { LoaderFunctionArgs } from '@remix-run/node';
import { requireMembership } from '~/auth/guards';
import { readSourceValue } from '~/components/integration/event-source';
import { listEventSources } from '~/db/integrations/choices';
import { findIntegration } from '~/db/integrations/integrations';

/** Lists what an event may wait for. The editor requests it when the user chooses that trigger: the list may be long. */
export async function loader({ request, params, context: { app } }: LoaderFunctionArgs) {
  const { organizationId } = (await requireMembership(app, request)).membership;
  const integrationId = params.integrationId ?? '';
  if (!(await findIntegration(app.db, { id: integrationId, organizationId })))
    throw new Response('Not Found', { status: 404 });
  const chosen = readSourceValue(new URL(request.url).searchParams.get('chosen') ?? '');
  const sources = await listEventSources(app.db, { integrationId, organizationId }, chosen);
  return Response.json(sources, { headers: { 'Cache-Control': 'no-store' } });
}
