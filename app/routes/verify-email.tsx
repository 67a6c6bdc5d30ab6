import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node';
import { useLoaderData, useSubmit } from '@remix-run/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { readSignedUp, serializeSignedUp } from '~/auth/login/signed-up-cookie';
import { findUserOf } from '~/auth/guards';
import { readSessionToken } from '~/auth/session';
import { TokenForm } from '~/components/login/token-form';
import { NewLink } from '~/components/login/new-link';
import { AuthShell } from '~/components/shell/auth-shell';
import { useHydrated } from '~/components/ui/use-hydrated';
import { Banner } from '~/components/ui/banner';
import { LinkButton } from '~/components/ui/link';
import type { Config } from '~/config';
import { failures } from '~/failures';
import { VerifyEmail } from '~/fields';
import { describeProblem } from '~/problem';
import { findWayToLink, type WayToLink } from '~/services/accounts/failed-link';
import { verifiedMessage, verifyEmail } from '~/services/accounts/email-verification';
import {
  catchNetworkErrors,
  useActionResponse,
  useNetworkErrorText,
} from '~/components/network/network-error';

export { headers, shouldRevalidate } from '~/components/network/form-route';

export const clientAction = catchNetworkErrors(failures.verification, 'page');

export const meta: MetaFunction = () => [
  { title: 'Verify your email · Wicked Integrations' },
  {
    name: 'description',
    content: 'Confirm your email address with the link from the email, and your account is ready.',
  },
];

/** Reads the token without using it, because mail programs open links to check them. */
export function loader({ request }: LoaderFunctionArgs) {
  return { token: new URL(request.url).searchParams.get('token') };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const input = VerifyEmail.safeParse(Object.fromEntries(form));
  const before = await findUserOf(context.app, request);
  const outcome = input.success
    ? await verifyEmail(
        context.app,
        input.data,
        context.address,
        await readSessionToken(context.app.config, request),
      )
    : ({ kind: 'invalid-link' } as const);
  if (outcome.kind === 'verified') {
    const user = await findUserOf(context.app, request);
    // The link may be of another account than the one that is signed in here.
    const isOwn = user?.email !== before?.email || user?.emailVerified !== before?.emailVerified;
    return data(
      { verified: true, message: verifiedMessage, way: undefined, email: isOwn ? user?.email : undefined },
      { headers: await markVerified(context.app.config, request) },
    );
  }
  if (outcome.kind === 'already-verified') return redirect('/email-not-verified?status=already_verified');
  const { status, body } = describeProblem(outcome);
  const way = await findWayToLink(context.app, form.get('token'));
  return data({ verified: false, message: body.message, way, email: undefined }, { status });
}

/** Has the login screen, which comes next, no longer ask to open the mailed link. */
async function markVerified(config: Config, request: Request): Promise<HeadersInit> {
  const signedUp = await readSignedUp(config, request);
  return signedUp ? { 'Set-Cookie': await serializeSignedUp(config, { ...signedUp, isVerified: true }) } : {};
}

const pendingText = 'Verifying...';

export default function VerifyEmailPage() {
  const { token } = useLoaderData<typeof loader>();
  const outcome = useActionResponse<typeof action>();
  const loss = useNetworkErrorText();
  if (outcome?.verified) return <Verified message={outcome.message} email={outcome.email} />;
  if (outcome) return <Failed message={outcome.message} next={<WayOn way={outcome.way} token={token} />} />;
  if (!token) return <LinkRequired />;
  if (loss === undefined) return <Verifying token={token} />;
  // The link may still be valid.
  return (
    <Failed
      message={loss}
      next={
        <TokenForm token={token} pendingText={pendingText}>
          Try again
        </TokenForm>
      }
    />
  );
}

/** Posts the form as soon as script runs; without script the user presses the button. */
function Verifying({ token }: { token: string }) {
  const hydrated = useHydrated();
  const submit = useSubmit();
  const posted = useRef(false);

  useEffect(() => {
    if (posted.current) return;
    posted.current = true;
    submit({ token }, { method: 'post', replace: true });
  }, [submit, token]);

  return (
    <AuthShell title="Verify your email" text="One step left: confirm that this email address is yours.">
      <TokenForm token={token} isPosting={hydrated} pendingText={pendingText}>
        Verify email
      </TokenForm>
    </AuthShell>
  );
}

/** With the address with which the user is signed in here, if the link was of that account. */
function Verified({ message, email }: { message: string; email: string | undefined }) {
  return (
    <AuthShell title="Email verified">
      <div className="flex flex-col gap-6">
        <Banner tone="good" live>
          <span className="wrap-anywhere">
            {message} You can now log in {email === undefined ? 'to your account' : `with ${email}`}.
          </span>
        </Banner>
        <LinkButton to={email === undefined ? '/login' : '/'} variant="primary" size="lg">
          {email === undefined ? 'Go to Login' : 'Go to Home'}
        </LinkButton>
      </div>
    </AuthShell>
  );
}

function Failed({ message, next }: { message: string; next: ReactNode }) {
  return (
    <AuthShell title={failures.verification.title}>
      <div className="flex flex-col gap-6">
        <Banner tone="bad" live>
          {message}
        </Banner>
        {next}
      </div>
    </AuthShell>
  );
}

function WayOn({ way, token }: { way: WayToLink | undefined; token: string | null }) {
  if (way !== 'change') {
    const expired = way === 'send' && token ? token : undefined;
    return <NewLink to="/resend-email-verification" token={expired} back="Go to Login" />;
  }
  return (
    <div className="flex flex-col gap-3">
      <p>Your account keeps its former address until a link like this one is used in time.</p>
      <LinkButton to="/profile/email" variant="primary" size="lg">
        Change email
      </LinkButton>
    </div>
  );
}

function LinkRequired() {
  return (
    <AuthShell
      title="Verification link required"
      text="A verification link is required to verify your email. Please open the link in the email we sent you."
    >
      <NewLink to="/resend-email-verification" back="Go to Login" />
    </AuthShell>
  );
}
