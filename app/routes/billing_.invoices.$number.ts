import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { requireMembership } from '~/auth/guards';

/** Redirects the old path of an invoice's file to the API. */
export async function loader({ request, params, context: { app } }: LoaderFunctionArgs) {
  const { membership } = await requireMembership(app, request);
  return redirect(
    `/api/billing-details/${membership.organizationId}/invoices/${encodeURIComponent(params.number ?? '')}`,
  );
}
