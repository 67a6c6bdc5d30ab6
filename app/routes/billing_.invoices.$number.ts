import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { requireMembership } from '~/auth/guards';

/** An invoice as a file: where it was before the API had it. */
export async function loader({ request, params, context: { app } }: LoaderFunctionArgs) {
  const { membership } = await requireMembership(app, request);
  return redirect(
    `/api/billing-details/${membership.organizationId}/invoices/${encodeURIComponent(params.number ?? '')}`,
  );
}
