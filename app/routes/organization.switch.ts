import { type ActionFunctionArgs, redirect } from '@remix-run/node';
import { requireUser } from '~/auth/guards';
import { serializeOrganizationCookie } from '~/auth/organization-cookie';
import { readReturnPath } from '~/auth/return-path';
import { redirectWithToast } from '~/auth/toast-cookie';
import { findMembership } from '~/db/organizations/memberships';
import { problems } from '~/problem';

/** Redirects home: a GET does not switch. */
export function loader() {
  return redirect('/');
}

/**
 * Selects another of the user's organizations. Redirects home, because the current page may belong to the former one,
 * unless the form names a page of the new one.
 */
export async function action({ request, context: { app } }: ActionFunctionArgs) {
  const user = await requireUser(app, request);
  const form = await request.formData();
  const membership = await findMembership(app.db, user.id, String(form.get('organizationId')));
  if (!membership) {
    const toast = { title: 'Error', description: problems['not-found'].message };
    return redirectWithToast(app, '/', { tone: 'destructive', ...toast });
  }
  const cookie = await serializeOrganizationCookie(app.config, membership.organizationId);
  const toast = {
    title: 'Organization switched',
    description: 'Successfully switched to the selected organization.',
  };
  const returnTo = readReturnPath(form.get('returnTo'));
  return redirectWithToast(
    app,
    returnTo,
    { tone: 'success', ...toast },
    new Headers({ 'Set-Cookie': cookie }),
  );
}
