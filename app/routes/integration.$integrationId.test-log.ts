import type { LoaderFunctionArgs } from '@remix-run/node';
import { requireMembership } from '~/auth/guards';
import { findOpenedLog } from '~/services/test-runs/opened-log';

/** Returns the request and response of a test's call, read when the user opens its line. */
export async function loader({ request, params, context: { app } }: LoaderFunctionArgs) {
  const { membership } = await requireMembership(app, request);
  const owner = { organizationId: membership.organizationId, integrationId: params.integrationId ?? '' };
  const log = await findOpenedLog(app, owner, new URL(request.url).searchParams.get('id') ?? '');
  if (!log) throw new Response('Not Found', { status: 404 });
  return Response.json(log, { headers: { 'Cache-Control': 'no-store' } });
}
