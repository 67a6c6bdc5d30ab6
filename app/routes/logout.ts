import { type ActionFunctionArgs, redirect } from '@remix-run/node';
import { clearOrganizationCookie } from '~/auth/organization-cookie';
import { readReturnPath } from '~/auth/return-path';
import { clearSessionCookie, readSessionToken } from '~/auth/session';
import { redirectWithToast } from '~/auth/toast-cookie';
import { isDatabaseDown } from '~/db/core/database-errors';
import { failures } from '~/failures';
import { describeProblem } from '~/problem';
import { logOut } from '~/services/accounts/login';

/** Redirects home: a GET does not log out. */
export function loader() {
  return redirect('/');
}

/**
 * Logs out and redirects to the log-in, or to `returnTo`, for a user who continues after a new log-in. With `returnTo`,
 * the organization stays selected, since the page to return to belongs to it.
 */
export async function action({ request, context: { app, address } }: ActionFunctionArgs) {
  try {
    await logOut(app, await readSessionToken(app.config, request), address);
  } catch (error) {
    if (!isDatabaseDown(error)) throw error;
    app.log.error({ err: error }, 'a session could not be ended');
    const { status, body } = describeProblem({ kind: 'unavailable' });
    // With script, the page stays open and shows the problem itself.
    if (request.headers.get('Accept') === 'application/json') return Response.json(body, { status });
    const { title, text: description } = failures.logout;
    return redirectWithToast(app, '/', { tone: 'destructive', title, description });
  }
  const headers = new Headers();
  headers.append('Set-Cookie', await clearSessionCookie(app.config));
  const toast = { title: 'Logged out', description: 'You have been logged out successfully.' };
  const returnTo = readReturnPath(new URL(request.url).searchParams.get('returnTo'));
  if (returnTo !== '/') return redirectWithToast(app, returnTo, { tone: 'success', ...toast }, headers);
  headers.append('Set-Cookie', await clearOrganizationCookie(app.config));
  return redirectWithToast(app, '/login', { tone: 'success', ...toast }, headers);
}
