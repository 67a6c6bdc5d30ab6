import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node';
import { Form, useActionData, useLoaderData, useNavigation, useSubmit } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { AuthShell } from '~/components/auth-shell';
import { useHydrated } from '~/components/hydrated';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { LinkButton } from '~/components/ui/link';
import { VerifyEmail } from '~/fields';
import { describeProblem, failedTexts } from '~/problem';
import { verifiedMessage, verifyEmail } from '~/services/verification';
import { isUnanswered, submitOrKeep } from '~/components/unanswered';

export { revalidateIfAnswered as shouldRevalidate } from '~/components/unanswered';

export const clientAction = submitOrKeep(failedTexts.verification);

export const meta: MetaFunction = () => [{ title: 'Verify your email · Wicked Integrations' }];

/** Reads the token and uses nothing up: mail programs open links to look behind them. */
export function loader({ request }: LoaderFunctionArgs) {
  return { token: new URL(request.url).searchParams.get('token') };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const input = VerifyEmail.safeParse(Object.fromEntries(await request.formData()));
  const outcome = input.success
    ? verifyEmail(context.app, input.data, context.address)
    : ({ kind: 'invalid-link' } as const);
  if (outcome.kind === 'verified') return data({ verified: true, message: verifiedMessage });
  if (outcome.kind === 'already-verified') return redirect('/email-not-verified?status=already_verified');
  const { status, body } = describeProblem(outcome);
  return data({ verified: false, message: body.message }, { status });
}

export default function VerifyEmailPage() {
  const { token } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const lost = isUnanswered(answer);
  const outcome = lost ? undefined : answer;
  if (outcome?.verified) return <Verified message={outcome.message} />;
  if (outcome) return <Failed message={outcome.message} />;
  return token ? <Verifying token={token} lost={lost} /> : <LinkRequired />;
}

/** Posts by itself as soon as script runs; without script, and after the server could not be reached, the button does. */
function Verifying({ token, lost }: { token: string; lost: boolean }) {
  const hydrated = useHydrated();
  const submit = useSubmit();
  const isIdle = useNavigation().state === 'idle';
  const posted = useRef(false);

  useEffect(() => {
    if (posted.current) return;
    posted.current = true;
    submit({ token }, { method: 'post', replace: true });
  }, [submit, token]);

  return (
    <AuthShell title="Verify your email" text="One step left: confirm that this email address is yours.">
      <Form method="post" replace>
        <input type="hidden" name="token" value={token} />
        <Button
          type="submit"
          variant="primary"
          size="lg"
          className="w-full"
          pending={hydrated && !(lost && isIdle)}
          pendingText="Verifying..."
        >
          Verify email
        </Button>
      </Form>
    </AuthShell>
  );
}

function Verified({ message }: { message: string }) {
  return (
    <AuthShell title="Email verified">
      <div className="flex flex-col gap-6">
        <Banner tone="good" live>
          {message} You can now log in to your account.
        </Banner>
        <LinkButton to="/login" variant="primary" size="lg">
          Go to Login
        </LinkButton>
      </div>
    </AuthShell>
  );
}

function Failed({ message }: { message: string }) {
  return (
    <AuthShell title="Email Verification Failed">
      <div className="flex flex-col gap-6">
        <Banner tone="bad" live>
          {message}
        </Banner>
        <NewLink />
      </div>
    </AuthShell>
  );
}

function LinkRequired() {
  return (
    <AuthShell
      title="Verification link required"
      text="A verification link is required to verify your email. Please open the link in the email we sent you."
    >
      <NewLink />
    </AuthShell>
  );
}

function NewLink() {
  return (
    <div className="flex flex-col gap-3">
      <LinkButton to="/resend-email-verification" variant="primary" size="lg">
        Request a new link
      </LinkButton>
      <LinkButton to="/login" size="lg">
        Go to Login
      </LinkButton>
    </div>
  );
}
