import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { requireMembership } from '~/auth/guards';

/** The log of one execution as a file: where it was before the API had it. */
export async function loader({ request, params, context: { app } }: LoaderFunctionArgs) {
  await requireMembership(app, request);
  const { integrationId = '', executionId = '' } = params;
  return redirect(
    `/api/integrations/${encodeURIComponent(integrationId)}/executions/${encodeURIComponent(executionId)}`,
  );
}
