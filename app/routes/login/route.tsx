import { parseWithZod } from '@conform-to/zod/v4';
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useLoaderData, useSearchParams } from '@remix-run/react';
import { redirectSignedIn } from '~/auth/guards';
import { readKnownDevice } from '~/auth/login/known-device';
import { redirectLoggedIn, redirectToCode } from '~/auth/login/logged-in';
import { readSessionToken } from '~/auth/session';
import { authenticateForm } from '~/auth/login/strategy';
import { findSecureAddress } from '~/auth/login/secure-address';
import { readSignedUp } from '~/auth/login/signed-up-cookie';
import { PasskeyLogin } from '~/components/passkeys/passkey-login';
import { SecureAddressBanner } from '~/components/login/secure-address-banner';
import { SingleSignOnLink } from '~/components/login/single-sign-on-link';
import { AuthShell } from '~/components/shell/auth-shell';
import { TextLink } from '~/components/ui/link';
import { failures } from '~/failures';
import { Login, ResendVerificationPanel } from '~/fields';
import { describeProblem } from '~/problem';
import { findSignUpMode, isMailPrinted } from '~/services/accounts/sign-up-mode';
import { logIn } from '~/services/accounts/login';
import { isPasskeyLoginOffered } from '~/services/accounts/passkey-login';
import { rejectWhenReadOnly } from '~/services/installation/read-only';
import { resendVerification, resentMessage } from '~/services/accounts/email-verification';
import { catchNetworkErrors, useActionResponse } from '~/components/network/network-error';
import { CheckMail } from './check-mail';
import { LoginForm } from './login-form';
import { ResendPanel } from './resend-panel';

export { headers, shouldRevalidate } from '~/components/network/form-route';

export const clientAction = catchNetworkErrors((intent) =>
  intent === 'resend' ? failures.resend : failures.login,
);

export const meta: MetaFunction = () => [
  { title: 'Log in · Wicked Integrations' },
  {
    name: 'description',
    content: 'Log in to build, test and watch the API integrations of your organization.',
  },
];

export async function loader({ request, context }: LoaderFunctionArgs) {
  await redirectSignedIn(context.app, request);
  const signedUp = await readSignedUp(context.app.config, request);
  return {
    secureAddress: findSecureAddress(context.app.config, request, '/login'),
    signUp: await findSignUpMode(context.app),
    passwordLogin: context.app.config.passwordLogin,
    provider: context.app.config.singleSignOn?.name ?? null,
    hasPasskeys: await isPasskeyLoginOffered(context.app),
    signedUp: signedUp ? { ...signedUp, isPrinted: await isMailPrinted(context.app) } : null,
  };
}

export async function action(args: ActionFunctionArgs) {
  await redirectSignedIn(args.context.app, args.request);
  const form = await args.request.clone().formData();
  return form.get('intent') === 'resend' ? await submitResend(form, args) : submitLogin(args);
}

async function submitLogin({ request, context: { app, address } }: ActionFunctionArgs) {
  const sessionToken = await readSessionToken(app.config, request);
  const userAgent = request.headers.get('User-Agent');
  const device = await readKnownDevice(app.config, request);
  const { submission, outcome } = await authenticateForm(request, async (form) => {
    const parsed = parseWithZod(form, { schema: Login });
    if (parsed.status !== 'success') return { submission: parsed };
    return {
      submission: parsed,
      outcome: await logIn(app, parsed.value, { address, userAgent, sessionToken, device }),
    };
  });

  const result = submission.reply({ hideFields: ['password'] });
  if (!outcome) return data({ form: 'login', result } as const, { status: 422 });
  if (outcome.kind === 'logged-in') {
    const { user, sessionToken: token } = outcome;
    return redirectLoggedIn(app, request, { userId: user.id, sessionToken: token });
  }
  if (outcome.kind === 'code-awaited') {
    return redirectToCode(app, outcome, new URL(request.url).searchParams.get('returnTo'));
  }
  const { body, ...init } = describeProblem(outcome, 'auth');
  const unverified = outcome.kind === 'unverified-email';
  return data({ form: 'login', result, failure: body.message, unverified } as const, init);
}

async function submitResend(form: FormData, { context: { app, address } }: ActionFunctionArgs) {
  const submission = parseWithZod(form, { schema: ResendVerificationPanel });
  const result = submission.reply();
  if (submission.status !== 'success') return data({ form: 'resend', result } as const, { status: 422 });
  // The path of the login stays open while the installation is read-only, and this ends the link that was mailed before.
  const outcome =
    (await rejectWhenReadOnly(app.db)) ?? (await resendVerification(app, submission.value, address));
  if (outcome.kind === 'accepted') return data({ form: 'resend', result, message: resentMessage } as const);
  const { body, ...init } = describeProblem(outcome);
  return data({ form: 'resend', result, failure: body.message } as const, init);
}

function SignUpHint({ mode }: { mode: 'open' | 'invite' }) {
  return (
    <>
      New here?{' '}
      {mode === 'open' ? (
        <TextLink to="/signup">Create an account</TextLink>
      ) : (
        'Ask someone on your team to invite you.'
      )}
    </>
  );
}

export default function LoginPage() {
  const { secureAddress, signUp, signedUp, passwordLogin, provider, hasPasskeys } =
    useLoaderData<typeof loader>();
  const actionData = useActionResponse<typeof action>();
  const returnTo = useSearchParams()[0].get('returnTo');
  const typed = actionData?.result.initialValue?.email;
  const email = typeof typed === 'string' ? typed : signedUp?.email;
  const resending = actionData?.form === 'resend';
  const unverified = actionData?.form === 'login' && actionData.unverified;
  return (
    <AuthShell
      title="Log in"
      text="Welcome back to Wicked Integrations."
      footer={passwordLogin && signUp !== 'closed' && <SignUpHint mode={signUp} />}
    >
      <div className="flex flex-col gap-6">
        {secureAddress !== null && <SecureAddressBanner address={secureAddress} />}
        {signedUp && !signedUp.isVerified && !resending && !unverified && <CheckMail {...signedUp} />}
        {provider && <SingleSignOnLink name={provider} returnTo={returnTo} isOnly={!passwordLogin} />}
        {passwordLogin && (
          <LoginForm
            outcome={actionData?.form === 'login' ? actionData : undefined}
            email={email}
            hasPasskeys={hasPasskeys}
          />
        )}
        {hasPasskeys && (
          <div className="border-t border-line pt-6">
            <PasskeyLogin label="Log in with a passkey" />
          </div>
        )}
        {(resending || unverified) && <ResendPanel outcome={actionData} email={email} />}
      </div>
    </AuthShell>
  );
}
