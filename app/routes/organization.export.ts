import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { requireMembership } from '~/auth/guards';

/** Everything of the organization as a file: where it was before the API had it. */
export async function loader({ request, context: { app } }: LoaderFunctionArgs) {
  const { membership } = await requireMembership(app, request);
  return redirect(`/api/organizations/${membership.organizationId}/export`);
}
