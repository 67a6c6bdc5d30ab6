import { redirect } from '@remix-run/node';
import type { AppContext } from '~/context';
import { serializeDeviceCookie } from './known-device';
import { clearPendingLogin, type PendingLogin, serializePendingLogin } from './pending-login-cookie';
import { addReturnPath, readReturnPath } from '../return-path';
import { serializeSessionCookie } from '../session';
import { clearSignedUp } from './signed-up-cookie';
import { redirectWithToast } from '../toast-cookie';

/** Returns a redirect with the cookies of a new session, to `returnTo`, by default the parameter of the request. */
export async function redirectLoggedIn(
  app: AppContext,
  request: Request,
  loggedIn: { userId: string; sessionToken: string; returnTo?: string },
): Promise<Response> {
  const { userId, sessionToken, returnTo = new URL(request.url).searchParams.get('returnTo') } = loggedIn;
  const cookies = new Headers({ 'Set-Cookie': await serializeSessionCookie(app.config, sessionToken) });
  cookies.append('Set-Cookie', await clearSignedUp(app.config));
  cookies.append('Set-Cookie', await clearPendingLogin(app.config));
  cookies.append('Set-Cookie', await serializeDeviceCookie(app.config, request, userId));
  const toast = { title: 'Welcome back!', description: 'You have been logged in successfully.' };
  return redirectWithToast(app, readReturnPath(returnTo), { tone: 'success', ...toast }, cookies);
}

/** Returns a redirect, after the right password, to the screen that asks for the code; that one leads to `returnTo`. */
export async function redirectToCode(
  app: AppContext,
  { userId, passwordMark, by, sessionMs, connects }: Omit<PendingLogin, 'until'>,
  returnTo: string | null,
): Promise<Response> {
  const cookie = await serializePendingLogin(
    app.config,
    { userId, passwordMark, by, sessionMs, connects },
    app.now(),
  );
  const screen = addReturnPath('/login/code', readReturnPath(returnTo));
  return redirect(screen, { headers: { 'Set-Cookie': cookie } });
}
