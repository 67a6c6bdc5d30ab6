import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { redirectSignedIn } from '~/auth/guards';
import { redirectLoggedIn } from '~/auth/login/logged-in';
import {
  clearChallenges,
  readChallenges,
  serializeChallenge,
} from '~/auth/passkeys/passkey-challenge-cookie';
import { PasskeySignature, readPasskeyJson } from '~/auth/passkeys/passkey-shapes';
import { readPendingLogin } from '~/auth/login/pending-login-cookie';
import { readLoginCaller } from '~/auth/login/login-caller';
import { catchNetworkErrors } from '~/components/network/network-error';
import { failures } from '~/failures';
import { describeProblem } from '~/problem';
import { logInByPasskey, offerPasskeyLogin } from '~/services/accounts/passkey-login';
import { connectProven } from '~/services/accounts/single-sign-on/identity-proof';

export { headers, shouldRevalidate } from '~/components/network/form-route';

export const clientAction = catchNetworkErrors(failures.login);

/** Returns as JSON what a passkey has to sign; with `?step=code`, a passkey of the account whose password was right. */
export async function loader({ request, context: { app } }: LoaderFunctionArgs) {
  const isSecondStep = new URL(request.url).searchParams.get('step') === 'code';
  const pending = isSecondStep ? await readPendingLogin(app.config, request, app.now()) : undefined;
  const offered = await offerPasskeyLogin(app, pending?.userId);
  if (offered.kind !== 'offered') throw new Response('Not Found', { status: 404 });
  const cookie = await serializeChallenge(app.config, request, offered.challenge, app.now());
  return Response.json(offered.options, { headers: { 'Cache-Control': 'no-store', 'Set-Cookie': cookie } });
}

/** Reads the passkey's signature, which script sends from the log-in page. */
export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const { app, address } = context;
  await redirectSignedIn(app, request);
  const form = await request.formData();
  const response = readPasskeyJson(PasskeySignature, form.get('response'));
  // A form that is sent without script returns to the page with the button.
  if (!response) throw redirect(`/login${new URL(request.url).search}`);
  const pending = await readPendingLogin(app.config, request, app.now());
  const outcome = await logInByPasskey(app, response, await readChallenges(app.config, request, app.now()), {
    ...(await readLoginCaller(args)),
    pending,
  });
  if (outcome.kind === 'logged-in') {
    const { user, sessionToken } = outcome;
    if (pending?.userId === user.id) await connectProven(app, user, pending.connects, address);
    const loggedIn = await redirectLoggedIn(app, request, { userId: user.id, sessionToken });
    loggedIn.headers.append('Set-Cookie', await clearChallenges(app.config));
    return loggedIn;
  }
  const { body, ...init } = describeProblem(outcome, 'auth');
  return data({ failure: body.message }, init);
}
