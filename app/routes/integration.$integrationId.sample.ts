import type { LoaderFunctionArgs } from '@remix-run/node';
import { requireMembership } from '~/auth/guards';
import { findSample } from '~/services/webhooks/samples';

/** Returns the state that the editor polls while a user listens for a sample. */
export async function loader({ request, params, context: { app } }: LoaderFunctionArgs) {
  const { membership } = await requireMembership(app, request);
  const outcome = await findSample(app, membership, params.integrationId ?? '');
  if (outcome.kind !== 'sample') throw new Response('Not Found', { status: 404 });
  return Response.json(outcome.state, { headers: { 'Cache-Control': 'no-store' } });
}
