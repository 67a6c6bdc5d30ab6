import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { redirectSignedIn } from '~/auth/guards';
import { attemptCookie, cutReturnPath } from '~/auth/login/single-sign-on-cookies';
import { addReturnPath, readReturnPath } from '~/auth/return-path';
import { redirectWithToast } from '~/auth/toast-cookie';
import { failures } from '~/failures';
import { beginSingleSignOn } from '~/services/accounts/single-sign-on/provider';

/** Leads a guest to the provider. A link does it: what it begins is bound to this browser, and nothing is changed by it. */
export async function loader({ request, context: { app, address } }: LoaderFunctionArgs) {
  const provider = app.config.singleSignOn;
  if (!provider) throw new Response('Not Found', { status: 404 });
  await redirectSignedIn(app, request);
  const returnTo = readReturnPath(new URL(request.url).searchParams.get('returnTo'));
  const outcome = await beginSingleSignOn(
    app,
    provider,
    { returnTo: cutReturnPath(returnTo), connectTo: null },
    address,
  );
  if (outcome.kind === 'failed') {
    const toast = { title: failures.login.title, description: outcome.message };
    return redirectWithToast(app, addReturnPath('/login', returnTo), { tone: 'destructive', ...toast });
  }
  const cookie = await attemptCookie.serialize(app.config, outcome.attempt, app.now());
  return redirect(outcome.address, { headers: { 'Set-Cookie': cookie } });
}
