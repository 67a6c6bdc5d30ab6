import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { requireMembership } from '~/auth/guards';

/** Leads a shortened address to the settings, which are all there is about an organization. */
export async function loader({ request, context: { app } }: LoaderFunctionArgs) {
  await requireMembership(app, request);
  return redirect('/organization/settings');
}
