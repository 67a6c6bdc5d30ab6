// Screens link to files of the API. A visitor who follows such a link without a session has to log in, as at a screen.
import type { Context } from 'hono';
import { redirectExpired } from '~/auth/guards';
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
  const login = `/login${returnQuery(c.req.header('Referer'), app.config.appUrl)}`;
  const token = await readSessionToken(app.config, c.req.raw);
  return token === undefined ? c.redirect(login) : redirectExpired(app, login);
}

/**
 * Whether a browser asks, to show what comes in the place of a page (Fetch Metadata, W3C). A link with `download` is none
 * of those: it would save the log-in page as the file. Browsers that do not send the header name text/html.
 */
function opensPage({ method, headers }: Request): boolean {
  if (method !== 'GET' || headers.has('Authorization')) return false;
  const destination = headers.get('Sec-Fetch-Dest');
  return destination === null
    ? (headers.get('Accept')?.includes('text/html') ?? false)
    : destination === 'document';
}

function returnQuery(referer: string | undefined, appUrl: string): string {
  if (!referer || !URL.canParse(referer)) return '';
  const { origin, pathname, search } = new URL(referer);
  if (origin !== new URL(appUrl).origin) return '';
  return `?${new URLSearchParams({ returnTo: pathname + search }).toString()}`;
}
