import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { requireMembership } from '~/auth/guards';

/** Redirects the old path of the file with the organization's integrations and last executions to the API. */
export async function loader({ request, context: { app } }: LoaderFunctionArgs) {
  const { membership } = await requireMembership(app, request);
  return redirect(`/api/billing-details/${membership.organizationId}/test-data`);
}
