import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { requireUser } from '~/auth/guards';
import { redirectProven } from '~/auth/login/proof-cookie';
import {
  clearChallenges,
  readChallenges,
  serializeChallenge,
} from '~/auth/passkeys/passkey-challenge-cookie';
import { PasskeySignature, readPasskeyJson } from '~/auth/passkeys/passkey-shapes';
import { readSessionToken } from '~/auth/session';
import { catchNetworkErrors } from '~/components/network/network-error';
import { failures } from '~/failures';
import { describeProblem } from '~/problem';
import { offerPasskeyProof, proveByPasskey } from '~/services/accounts/passkey-proof';

export { headers, shouldRevalidate } from '~/components/network/form-route';

export const clientAction = catchNetworkErrors(failures.proof);

/** Returns as JSON what a passkey of the account has to sign. */
export async function loader({ request, context: { app } }: LoaderFunctionArgs) {
  const user = await requireUser(app, request);
  const offered = await offerPasskeyProof(app, user, await readSessionToken(app.config, request));
  if (offered.kind !== 'offered') throw new Response('Not Found', { status: 404 });
  const cookie = await serializeChallenge(app.config, request, offered.challenge, app.now());
  return Response.json(offered.options, { headers: { 'Cache-Control': 'no-store', 'Set-Cookie': cookie } });
}

/** Reads the passkey's signature, which script sends from the proof page. */
export async function action({ request, context: { app, address } }: ActionFunctionArgs) {
  const user = await requireUser(app, request);
  const sessionToken = await readSessionToken(app.config, request);
  const form = await request.formData();
  const response = readPasskeyJson(PasskeySignature, form.get('response'));
  // A form that is sent without script returns to the page with the button.
  if (!response || sessionToken === undefined) throw redirect('/profile/proof');
  const challenges = await readChallenges(app.config, request, app.now());
  const outcome = await proveByPasskey(app, user, response, { address, sessionToken, challenges });
  if (outcome.kind === 'proven') {
    const returnTo = new URL(request.url).searchParams.get('returnTo');
    const proven = await redirectProven(app, sessionToken, returnTo);
    proven.headers.append('Set-Cookie', await clearChallenges(app.config));
    return proven;
  }
  const { body, ...init } = describeProblem(outcome, 'auth');
  return data({ failure: body.message }, init);
}
