import type { LoaderFunctionArgs } from '@remix-run/node';
import { requireActor } from '~/auth/guards';
import { stringifyJson } from '~/engine/json/json';
import { createTestData } from '~/services/billing/sandbox';

/** The organization's integrations and last executions as a file. */
export async function loader({ request, context: { app, address } }: LoaderFunctionArgs) {
  const { actor } = await requireActor({ app, address }, request);
  const outcome = createTestData(app, actor);
  if (outcome.kind !== 'data') throw new Response('Not Found', { status: 404 });
  return new Response(stringifyJson(outcome.data), {
    headers: {
      'Content-Type': 'application/json',
      'Content-Disposition': 'attachment; filename="wicked-integrations-test-data.json"',
      'Cache-Control': 'no-store',
    },
  });
}
