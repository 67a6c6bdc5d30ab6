import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { requirePermission } from '~/auth/guards';

/** Redirects the old path of the organization's export to the API, which answers programs; a refusal is shown on a screen. */
export async function loader({ request, context: { app } }: LoaderFunctionArgs) {
  const { membership } = await requirePermission(app, request, 'export-organization');
  return redirect(`/api/organizations/${membership.organizationId}/export`);
}
