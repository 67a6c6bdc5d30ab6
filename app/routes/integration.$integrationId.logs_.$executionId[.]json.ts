import type { LoaderFunctionArgs } from '@remix-run/node';
import { requireMembership } from '~/auth/guards';
import { stringifyJson } from '~/engine/json/json';
import { findMaskedLog } from '~/services/executions/masked-logs';

/** The log of one execution as a file, in the shape of the JSON API. */
export async function loader({ request, params, context: { app } }: LoaderFunctionArgs) {
  const { membership } = await requireMembership(app, request);
  const owner = { organizationId: membership.organizationId, integrationId: params.integrationId ?? '' };
  const log = findMaskedLog(app, owner, params.executionId ?? '');
  if (!log) throw new Response('Not Found', { status: 404 });
  return new Response(stringifyJson(log), {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': `attachment; filename="execution-${log.id}.json"`,
      'Cache-Control': 'no-store',
    },
  });
}
