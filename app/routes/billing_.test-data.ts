import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { requireMembership } from '~/auth/guards';

/** The organization's integrations and last executions as a file: where it was before the API had it. */
export async function loader({ request, context: { app } }: LoaderFunctionArgs) {
  const { membership } = await requireMembership(app, request);
  return redirect(`/api/billing-details/${membership.organizationId}/test-data`);
}
