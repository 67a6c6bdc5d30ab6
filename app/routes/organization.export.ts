import type { LoaderFunctionArgs } from '@remix-run/node';
import { requireActor } from '~/auth/guards';
import { redirectWithToast } from '~/auth/toast-cookie';
import { describeProblem } from '~/problem';
import { exportOrganization } from '~/services/organizations/export';
import { streamText } from '~/services/organizations/export-stream';

/** Everything of the organization as a file, sent as it is read. */
export async function loader({ request, context: { app, address } }: LoaderFunctionArgs) {
  const { actor } = await requireActor({ app, address }, request);
  const outcome = exportOrganization(app, actor);
  if (outcome.kind !== 'export') {
    const toast = { title: 'Error', description: describeProblem(outcome).body.message };
    return redirectWithToast(app, '/organization/settings', { tone: 'destructive', ...toast });
  }
  return new Response(streamText(outcome.pieces), {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': `attachment; filename="${outcome.fileName}"`,
      'Cache-Control': 'no-store',
    },
  });
}
