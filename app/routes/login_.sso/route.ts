import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { redirectSignedIn, requireUser } from '~/auth/guards';
import { attemptCookie, cutReturnPath } from '~/auth/login/single-sign-on-cookies';
import { addReturnPath, readReturnPath } from '~/auth/return-path';
import { redirectWithToast } from '~/auth/toast-cookie';
import { failures } from '~/failures';
import { beginSingleSignOn } from '~/services/accounts/single-sign-on/provider';

/**
 * Redirects a guest to the provider; with `?prove`, a signed-in user, who logs in there again. A GET may do so, since the
 * attempt is bound to this browser and changes nothing.
 */
export async function loader({ request, context: { app, address } }: LoaderFunctionArgs) {
  const provider = app.config.singleSignOn;
  if (!provider) {
    await redirectSignedIn(app, request);
    return redirectWithToast(app, '/login', {
      tone: 'destructive',
      title: failures.login.title,
      description: 'Single sign-on is not set up here. Log in in another way.',
      durationMs: 10_000,
    });
  }
  const query = new URL(request.url).searchParams;
  const returnTo = readReturnPath(query.get('returnTo'));
  const user = query.has('prove') ? await requireUser(app, request) : undefined;
  if (!user) await redirectSignedIn(app, request);
  const outcome = await beginSingleSignOn(
    app,
    provider,
    {
      returnTo: cutReturnPath(returnTo),
      connectTo: null,
      ...(user && { proves: { userId: user.id, since: app.now() } }),
    },
    address,
  );
  if (outcome.kind === 'failed') {
    const toast = { title: user ? failures.proof.title : failures.login.title, description: outcome.message };
    return redirectWithToast(app, addReturnPath(user ? '/profile/proof' : '/login', returnTo), {
      tone: 'destructive',
      ...toast,
    });
  }
  const cookie = await attemptCookie.serialize(app.config, outcome.attempt, app.now());
  return redirect(outcome.address, { headers: { 'Set-Cookie': cookie } });
}
