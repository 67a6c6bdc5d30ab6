import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { findUserOf } from '~/auth/guards';
import { AuthShell } from '~/components/shell/auth-shell';
import { LogoutForm } from '~/components/shell/logout-form';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { LinkButton, TextLink } from '~/components/ui/link';

export const meta: MetaFunction = () => [
  { title: `${title} · Wicked Integrations` },
  { name: 'description', content: 'Your account becomes active once you have confirmed your email address.' },
];

/** Also of a link that was used before: it verified nothing this time, and the banner says why that is no harm. */
const title = 'Email Verification Failed';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const alreadyVerified = new URL(request.url).searchParams.get('status') === 'already_verified';
  const user = await findUserOf(context.app, request);
  if (user?.emailVerified && !alreadyVerified) throw redirect('/');
  return { alreadyVerified, signedIn: user !== undefined };
}

export default function EmailNotVerifiedPage() {
  const { alreadyVerified, signedIn } = useLoaderData<typeof loader>();
  if (alreadyVerified) {
    return (
      <AuthShell title={title}>
        <Banner tone="good" title="Email is already verified." live>
          You can now <TextLink to="/login">log in</TextLink> to your account.
        </Banner>
      </AuthShell>
    );
  }
  return (
    <AuthShell
      title={title}
      text="Your account is not active yet. Please check your inbox and verify your email address."
      footer={
        <>
          No email? <TextLink to="/resend-email-verification">Send it again</TextLink>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {signedIn ? <LogoutToLogin /> : <LinkButton {...loginButton}>Go to Login</LinkButton>}
        <LinkButton to="/" size="lg">
          Go to Home
        </LinkButton>
      </div>
    </AuthShell>
  );
}

const loginButton = { to: '/login', variant: 'primary', size: 'lg' } as const;

/** The button to the log-in ends the session first, because /login redirects an unverified session back to this page. */
function LogoutToLogin() {
  return (
    <LogoutForm>
      <Button type="submit" variant="primary" size="lg" className="w-full">
        Go to Login
      </Button>
    </LogoutForm>
  );
}
