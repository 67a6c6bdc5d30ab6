import { parseWithZod } from '@conform-to/zod/v4';
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { inQuotes } from '~/engine/texts/in-quotes';
import { findUserOf } from '~/auth/guards';
import { serializeDeviceCookie, readKnownDevice } from '~/auth/login/known-device';
import { redirectToCode } from '~/auth/login/logged-in';
import { serializeOrganizationCookie } from '~/auth/organization-cookie';
import { serializeSessionCookie } from '~/auth/session';
import { redirectWithToast } from '~/auth/toast-cookie';
import { SingleSignOnLink } from '~/components/login/single-sign-on-link';
import { AuthShell } from '~/components/shell/auth-shell';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { LinkButton } from '~/components/ui/link';
import { catchNetworkErrors, useActionResponse } from '~/components/network/network-error';
import type { AppContext } from '~/context';
import { findUserByEmail } from '~/db/accounts/users';
import { type FailureMessage, failures } from '~/failures';
import { InvitedSignUp } from '~/fields';
import { describeProblem, type Problem } from '~/problem';
import {
  acceptInvitation,
  findAcceptedInvitation,
  signUpInvited,
} from '~/services/organizations/invitation-acceptance';
import { readInvitation } from '~/services/organizations/invitations';
import { logIn } from '~/services/accounts/login';
import { JoinForm } from './join-form';

export { headers, shouldRevalidate } from '~/components/network/form-route';

const failuresByIntent: Record<string, FailureMessage> = {
  login: failures.login,
  'sign-up': failures.signUp,
};

export const clientAction = catchNetworkErrors(
  (intent) => failuresByIntent[String(intent)] ?? failures.invitation,
);

export const meta: MetaFunction = () => [
  { title: 'Invitation · Wicked Integrations' },
  { name: 'description', content: 'Accept an invitation to an organization on Wicked Integrations.' },
];

/** Reads the token without using it, because mail programs open links to check them. */
export async function loader({ request, context: { app } }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? '';
  const found = await readInvitation(app.db, token, app.now());
  const user = await findUserOf(app, request);
  if (found.kind !== 'invitation') {
    const { message } = describeProblem(found).body;
    const accepted = await findAcceptedInvitation(app.db, token);
    if (!accepted) return { kind: 'invalid' as const, message, isLoggedIn: user !== undefined };
    if (!user) return { kind: 'accepted' as const };
    return user.id === accepted.userId
      ? { kind: 'joined' as const, organizationName: accepted.organizationName }
      : { kind: 'invalid' as const, message, isLoggedIn: true };
  }
  const { email, organizationName } = found.invitation;
  const { singleSignOn, passwordLogin } = app.config;
  const about = { token, email, organizationName, provider: singleSignOn?.name ?? null, passwordLogin };
  if (user) return { kind: user.email === email ? ('accept' as const) : ('other' as const), ...about };
  return {
    kind: (await findUserByEmail(app.db, email)) ? ('login' as const) : ('sign-up' as const),
    ...about,
  };
}

export async function action({ request, context: { app, address } }: ActionFunctionArgs) {
  const form = await request.formData();
  const token = String(form.get('token'));
  const device = await readKnownDevice(app.config, request);
  const caller = { address, userAgent: request.headers.get('User-Agent'), device };
  const user = await findUserOf(app, request);
  if (user) return welcome(app, await acceptInvitation(app, user, token, address));
  const submitted = { app, request, token, password: String(form.get('password')), caller };
  if (form.get('intent') === 'login') {
    const found = await readInvitation(app.db, token, app.now());
    if (found.kind === 'invitation') return logInAndJoin({ ...submitted, email: found.invitation.email });
    const accepted = await findAcceptedInvitation(app.db, token);
    return accepted ? logInAndJoin({ ...submitted, email: accepted.email }) : refuse(found);
  }
  const submission = parseWithZod(form, { schema: InvitedSignUp });
  if (submission.status !== 'success') {
    const result = submission.reply({ hideFields: ['password'] });
    return data({ result, failure: null }, { status: 422 });
  }
  const outcome = await signUpInvited(app, { ...submission.value, token }, caller);
  // The form was sent again: the first one made the account, and the browser dropped the response that logged in to it.
  const isTaken = outcome.kind === 'invalid-invitation' || outcome.kind === 'email-taken';
  const made = isTaken && (await findAcceptedInvitation(app.db, token));
  if (made) return logInAndJoin({ ...submitted, email: made.email });
  return welcome(
    app,
    outcome,
    outcome.kind === 'joined' ? await listLoginCookies(app, request, outcome) : [],
  );
}

async function logInAndJoin({
  app,
  request,
  token,
  email,
  password,
  caller,
}: {
  app: AppContext;
  request: Request;
  token: string;
  email: string;
  password: string;
  caller: Parameters<typeof logIn>[2];
}) {
  const login = await logIn(app, { email, password }, caller);
  if (login.kind === 'code-awaited') return redirectToCode(app, login, invitationPath(token));
  if (login.kind !== 'logged-in') return refuse(login);
  const cookies = await listLoginCookies(app, request, { ...login, userId: login.user.id });
  return welcome(app, await acceptInvitation(app, login.user, token, caller.address), cookies);
}

async function listLoginCookies(
  { config }: AppContext,
  request: Request,
  { sessionToken, userId }: { sessionToken: string; userId: string },
): Promise<string[]> {
  return Promise.all([
    serializeSessionCookie(config, sessionToken),
    serializeDeviceCookie(config, request, userId),
  ]);
}

async function welcome(
  app: AppContext,
  outcome: { kind: 'joined'; organizationId: string; organizationName: string } | Problem,
  loginCookies: string[] = [],
) {
  if (outcome.kind !== 'joined') return refuse(outcome);
  const cookies = new Headers({
    'Set-Cookie': await serializeOrganizationCookie(app.config, outcome.organizationId),
  });
  for (const cookie of loginCookies) cookies.append('Set-Cookie', cookie);
  const toast = {
    title: 'Invitation accepted',
    description: `You are now a member of ${inQuotes(outcome.organizationName)}.`,
  };
  return redirectWithToast(app, '/', { tone: 'success', ...toast }, cookies);
}

function refuse(problem: Problem) {
  const { body, ...init } = describeProblem(problem);
  return data({ result: undefined, failure: body.message }, init);
}

function invitationPath(token: string): string {
  return `/invitation?${new URLSearchParams({ token }).toString()}`;
}

/** Returns the URL that logs out and comes back to the invitation. */
function logoutUrl(token: string): string {
  const returnTo = invitationPath(token);
  return `/logout?${new URLSearchParams({ returnTo }).toString()}`;
}

export default function InvitationPage() {
  const loaded = useLoaderData<typeof loader>();
  const response = useActionResponse<typeof action>();
  if (loaded.kind === 'invalid') {
    return (
      <AuthShell title="Invitation not valid">
        <div className="flex flex-col gap-6">
          <Banner tone="bad">{loaded.message}</Banner>
          <LinkButton to={loaded.isLoggedIn ? '/' : '/login'} variant="primary" size="lg">
            {loaded.isLoggedIn ? 'Go to Home' : 'Go to Login'}
          </LinkButton>
        </div>
      </AuthShell>
    );
  }
  if (loaded.kind === 'accepted' || loaded.kind === 'joined') {
    const [text, to, label] =
      loaded.kind === 'joined'
        ? [`You are a member of ${inQuotes(loaded.organizationName)}.`, '/', 'Go to Home']
        : ['This invitation was accepted. You can log in to your account.', '/login', 'Go to Login'];
    return (
      <AuthShell title="Invitation accepted">
        <div className="flex flex-col gap-6">
          <Banner tone="good">{text}</Banner>
          <LinkButton to={to} variant="primary" size="lg">
            {label}
          </LinkButton>
        </div>
      </AuthShell>
    );
  }
  const { kind, email, organizationName } = loaded;
  if (kind === 'other') {
    return (
      <AuthShell title={`Join ${organizationName}`}>
        <div className="flex flex-col gap-6">
          <Banner tone="warn">
            This invitation was sent to {email}. Log out to accept it with that address.
          </Banner>
          <form method="post" action={logoutUrl(loaded.token)}>
            <Button type="submit" size="lg" className="w-full">
              Logout
            </Button>
          </form>
        </div>
      </AuthShell>
    );
  }
  return (
    <AuthShell title={`Join ${organizationName}`} text={`You are invited as ${email}.`}>
      <div className="flex flex-col gap-6">
        {kind !== 'accept' && loaded.provider && (
          <SingleSignOnLink
            name={loaded.provider}
            returnTo={invitationPath(loaded.token)}
            isOnly={!loaded.passwordLogin}
          />
        )}
        {(kind === 'accept' || loaded.passwordLogin) && (
          <JoinForm
            kind={kind}
            token={loaded.token}
            email={email}
            result={response?.result}
            failure={response?.failure}
          />
        )}
      </div>
    </AuthShell>
  );
}
