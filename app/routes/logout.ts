import { type ActionFunctionArgs, redirect } from '@remix-run/node';
import { clearOrganizationCookie } from '~/auth/organization-cookie';
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
  headers.append('Set-Cookie', await clearOrganizationCookie(app.config));
  const toast = { title: 'Logged out', description: 'You have been logged out successfully.' };
  return redirectWithToast(app, '/login', { tone: 'success', ...toast }, headers);
}
