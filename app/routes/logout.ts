import { type ActionFunctionArgs, redirect } from '@remix-run/node';
import { clearOrganizationCookie } from '~/auth/organization-cookie';
import { clearSessionCookie, readSessionToken } from '~/auth/session';
import { redirectWithToast } from '~/auth/toast-cookie';
import { logOut } from '~/services/login';

/** Opening the address changes nothing. */
export function loader() {
  return redirect('/');
}

export async function action({ request, context: { app, address } }: ActionFunctionArgs) {
  logOut(app, await readSessionToken(app.config, request), address);
  const headers = new Headers();
  headers.append('Set-Cookie', await clearSessionCookie(app.config));
  headers.append('Set-Cookie', await clearOrganizationCookie(app.config));
  const toast = { title: 'Logged out', description: 'You have been logged out successfully.' };
  return redirectWithToast(app, '/login', { tone: 'success', ...toast }, headers);
}
