import { data, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { findUserOf, requireUser } from '~/auth/guards';
import { redirectLoggedIn, redirectToCode } from '~/auth/login/logged-in';
import { redirectProven } from '~/auth/login/proof-cookie';
import { addReturnPath, readReturnPath } from '~/auth/return-path';
import { readLoginCaller } from '~/auth/login/login-caller';
import { readSessionToken } from '~/auth/session';
import {
  attemptCookie,
  type ClaimedIdentity,
  type SingleSignOnAttempt,
  unprovenIdentityCookie,
} from '~/auth/login/single-sign-on-cookies';
import { redirectWithToast } from '~/auth/toast-cookie';
import { AuthShell } from '~/components/shell/auth-shell';
import { Banner } from '~/components/ui/banner';
import { LinkButton } from '~/components/ui/link';
import { failures } from '~/failures';
import { describeProblem, type Problem } from '~/problem';
import { logInByIdentity } from '~/services/accounts/single-sign-on/identity-login';
import { mailIdentityCode } from '~/services/accounts/single-sign-on/identity-proof';
import { connectIdentity, proveByIdentity } from '~/services/accounts/single-sign-on/own-identity';
import { finishSingleSignOn, type SingleSignOnFailed } from '~/services/accounts/single-sign-on/provider';
import type { SingleSignOn } from '~/setting-groups';

export const meta: MetaFunction = () => [{ title: 'Not logged in · Wicked Integrations' }];

interface Returned {
  provider: SingleSignOn;
  attempt: SingleSignOnAttempt;
  identity: ClaimedIdentity;
}

/** The page that the provider sends the browser back to. The response counts once, and only in the browser that began. */
export async function loader(args: LoaderFunctionArgs) {
  const { request, context } = args;
  const { app, address } = context;
  const provider = app.config.singleSignOn;
  if (!provider) throw new Response('Not Found', { status: 404 });
  const attempt = await attemptCookie.read(app.config, request, app.now());
  if (!attempt) return refuseLate(args);
  const query = new URL(request.url).searchParams;
  const outcome = await finishSingleSignOn(app, provider, attempt, query, address);
  const response =
    outcome.kind === 'failed'
      ? await explain(args, attempt, toProblem(outcome))
      : await goOn(args, { provider, attempt, identity: outcome.identity });
  if (!(response instanceof Response) || (outcome.kind === 'failed' && outcome.isOfOther)) return response;
  response.headers.append('Set-Cookie', await attemptCookie.clear(app.config));
  return response;
}

function goOn(args: LoaderFunctionArgs, returned: Returned) {
  if (returned.attempt.proves) return prove(args, returned);
  return returned.attempt.connectTo === null ? logIn(args, returned) : connect(args, returned);
}

async function logIn(args: LoaderFunctionArgs, { provider, attempt, identity }: Returned) {
  const { request, context } = args;
  const { app, address } = context;
  const { returnTo } = attempt;
  const outcome = await logInByIdentity(app, provider, identity, await readLoginCaller(args));
  switch (outcome.kind) {
    case 'logged-in':
      return redirectLoggedIn(app, request, {
        userId: outcome.user.id,
        sessionToken: outcome.sessionToken,
        returnTo,
      });
    case 'code-awaited':
      return redirectToCode(app, outcome, returnTo);
    case 'failed':
      return explain(args, attempt, toProblem(outcome));
    case 'unavailable':
      return explain(args, attempt, outcome);
    case 'proof-needed': {
      const mailed = await mailIdentityCode(app, provider, identity, address);
      if (mailed.kind !== 'mailed') return explain(args, attempt, mailed);
      const unproven = { identity, code: mailed.code, returnTo };
      const cookie = await unprovenIdentityCookie.serialize(app.config, unproven, app.now());
      // Also in the address, which outlives the cookie.
      const screen = addReturnPath('/login/sso/code', readReturnPath(returnTo));
      return redirect(screen, { headers: { 'Set-Cookie': cookie } });
    }
  }
}

async function connect(args: LoaderFunctionArgs, { provider, attempt, identity }: Returned) {
  const { request, context } = args;
  const { app, address } = context;
  const user = await requireUser(app, request);
  if (user.id !== attempt.connectTo) {
    return explain(args, attempt, isOther);
  }
  const outcome = await connectIdentity(app, provider, user, identity, address);
  if (outcome.kind !== 'connected') return explain(args, attempt, outcome);
  const toast = { title: 'Single sign-on is connected', description: `${provider.name} logs you in now.` };
  return redirectWithToast(app, '/profile/single-sign-on', { tone: 'success', ...toast });
}

async function prove(args: LoaderFunctionArgs, { provider, attempt, identity }: Returned) {
  const { request, context } = args;
  const { app, address } = context;
  const user = await requireUser(app, request);
  const token = await readSessionToken(app.config, request);
  if (user.id !== attempt.proves?.userId || token === undefined) return explain(args, attempt, isOther);
  const outcome = await proveByIdentity(app, provider, user, identity, address);
  if (outcome.kind !== 'proven') return explain(args, attempt, outcome);
  return redirectProven(app, token, attempt.returnTo);
}

const isOther: Problem = {
  kind: 'forbidden',
  message: 'You are signed in as another user by now. Begin again.',
};

function toProblem({ cause, message }: SingleSignOnFailed): Problem {
  return { kind: cause ?? 'forbidden', message };
}

/** Redirects to the screen where the attempt began, with a toast. A user who connects is signed in; one who logs in is not. */
async function explain(
  { context: { app } }: LoaderFunctionArgs,
  { connectTo, proves, returnTo }: SingleSignOnAttempt,
  problem: Problem,
) {
  const { message: description } = describeProblem(problem).body;
  if (proves) {
    const toast = { title: failures.proof.title, description };
    return redirectWithToast(app, addReturnPath('/profile/proof', returnTo), {
      tone: 'destructive',
      ...toast,
    });
  }
  if (connectTo === null) return refuse(problem, returnTo);
  const toast = { title: failures.singleSignOn.title, description };
  return redirectWithToast(app, '/profile/single-sign-on', { tone: 'destructive', ...toast });
}

/** A person who is signed in, and connected the account or proved who they are, gets a toast: they are logged in. */
async function refuseLate({ request, context: { app } }: LoaderFunctionArgs) {
  const late = 'This took too long, or began in another browser.';
  if (!(await findUserOf(app, request)))
    return refuse({ kind: 'forbidden', message: `${late} Log in again.` }, '/');
  const toast = { title: failures.singleSignOn.title, description: `${late} Begin again.` };
  return redirectWithToast(app, '/', { tone: 'destructive', ...toast });
}

function refuse(problem: Problem, returnTo: string) {
  const { status, body } = describeProblem(problem);
  const loginPath = addReturnPath('/login', readReturnPath(returnTo));
  return data({ message: body.message, loginPath }, { status });
}

export default function NotLoggedIn() {
  const { message, loginPath } = useLoaderData<typeof loader>();
  return (
    <AuthShell title="Not logged in">
      <div className="flex flex-col gap-6">
        <Banner tone="bad">{message}</Banner>
        <LinkButton to={loginPath} variant="primary" size="lg">
          Back to the login
        </LinkButton>
      </div>
    </AuthShell>
  );
}
