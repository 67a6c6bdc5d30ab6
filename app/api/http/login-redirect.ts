// Screens have links to files of the API. A visitor who follows one without a session is led to the login, as from a screen.
import type { Context } from 'hono';
import { redirectExpired } from '~/auth/guards';
import { addReturnPath, findRefererPath, opensPage } from '~/auth/return-path';
import { readSessionToken } from '~/auth/session';
import type { AppContext } from '~/context';
import type { Problem } from '~/problem';
import type { ApiEnv } from './problem-response';

/**
 * A redirect to log in, and from there back to the screen with the link. Undefined for programs and for other problems
 * than a missing, ended or unverified session: those get the problem itself.
 */
export async function redirectToLogin(
  app: AppContext,
  c: Context<ApiEnv>,
  { kind }: Problem,
): Promise<Response | undefined> {
  if (!opensPage(c.req.raw)) return undefined;
  if (kind === 'unverified-email') return c.redirect('/email-not-verified');
  if (kind !== 'unauthenticated' && kind !== 'invalid-token') return undefined;
  const login = addReturnPath('/login', findRefererPath(app.config, c.req.raw));
  const token = await readSessionToken(app.config, c.req.raw);
  return token === undefined ? c.redirect(login) : redirectExpired(app, login);
}
