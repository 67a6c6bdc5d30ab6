import { type ActionFunctionArgs, redirect } from '@remix-run/node';
import { clearOrganizationCookie } from '~/auth/organization-cookie';
import { readReturnPath } from '~/auth/return-path';
import { clearSessionCookie, readSessionToken } from '~/auth/session';
import { redirectWithToast } from '~/auth/toast-cookie';
import { isDatabaseDown } from '~/db/core/database-errors';
import { failures } from '~/failures';
import { describeProblem } from '~/problem';
import { logOut } from '~/services/accounts/login';

/** Opening the address changes nothing. */
export function loader() {
  return redirect('/');
}

/**
 * Leads to the log-in. With `returnTo` in its address it leads there, for a user who goes on: the organization stays selected,
 * in which what they come back to is.
 */
export async function action({ request, context: { app, address } }: ActionFunctionArgs) {
  try {
    await logOut(app, await readSessionToken(app.config, request), address);
  } catch (error) {
    if (!isDatabaseDown(error)) throw error;
    app.log.error({ err: error }, 'a session could not be ended');
    const { status, body } = describeProblem({ kind: 'unavailable' });
    // Script stays where it is and says so itself.
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
