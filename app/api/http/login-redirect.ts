// Screens link to files of the API. A visitor who follows such a link without a session is sent to the login, as from a screen.
import type { Context } from 'hono';
import { redirectExpired } from '~/auth/guards';
import { addReturnPath, findRefererPath, opensPage } from '~/auth/return-path';
import { readSessionToken } from '~/auth/session';
import type { AppContext } from '~/context';
import type { Problem } from '~/problem';
import type { ApiEnv } from './problem-response';

/**
 * Returns a redirect to the login, which leads back to the screen with the link. Undefined for programs, and for problems other
 * than a missing, ended or unverified session: there the caller gets the problem itself.
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
