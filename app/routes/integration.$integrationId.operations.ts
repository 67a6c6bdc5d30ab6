import type { LoaderFunctionArgs } from '@remix-run/node';
import { requireMembership } from '~/auth/guards';
import { findDefinedIntegration } from '~/db/integrations/integrations';
import { describeOperations } from '~/services/monitoring/operational-status';

/** Returns the data that the second step polls while it is open. */
export async function loader({ request, params, context: { app } }: LoaderFunctionArgs) {
  const { membership } = await requireMembership(app, request);
  const { organizationId } = membership;
  const integration = await findDefinedIntegration(app.db, {
    id: params.integrationId ?? '',
    organizationId,
  });
  if (!integration) throw new Response('Not Found', { status: 404 });
  return Response.json(await describeOperations(app, integration), {
    headers: { 'Cache-Control': 'no-store' },
  });
}
