import type { LoaderFunctionArgs } from '@remix-run/node';
import { requireMembership } from '~/auth/guards';
import { findIntegration } from '~/db/integrations/integrations';
import { findChainTest } from '~/services/test-runs/chain-test';

/** Returns the state that the editor polls while a test of the whole chain runs. */
export async function loader({ request, params, context: { app } }: LoaderFunctionArgs) {
  const { membership } = await requireMembership(app, request);
  const { organizationId } = membership;
  const integrationId = params.integrationId ?? '';
  const integration = await findIntegration(app.db, { id: integrationId, organizationId });
  if (!integration) throw new Response('Not Found', { status: 404 });
  const asked = new URL(request.url).searchParams.get('test');
  const test = await findChainTest(app, { integrationId, organizationId }, asked);
  return Response.json({ test: test ?? null }, { headers: { 'Cache-Control': 'no-store' } });
}
