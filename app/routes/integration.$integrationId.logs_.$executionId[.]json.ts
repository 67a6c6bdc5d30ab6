import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { requireMembership } from '~/auth/guards';

/** Redirects the old path of an execution's log file to the API. */
export async function loader({ request, params, context: { app } }: LoaderFunctionArgs) {
  await requireMembership(app, request);
  const { integrationId = '', executionId = '' } = params;
  return redirect(
    `/api/integrations/${encodeURIComponent(integrationId)}/executions/${encodeURIComponent(executionId)}`,
  );
}
