import { getFormProps } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { Form, useLoaderData, useNavigation } from '@remix-run/react';
import { useEffect } from 'react';
import { redirectSignedIn } from '~/auth/guards';
import { findSecureAddress } from '~/auth/login/secure-address';
import { serializeSignedUp } from '~/auth/login/signed-up-cookie';
import { redirectWithToast } from '~/auth/toast-cookie';
import { SecureAddressBanner } from '~/components/login/secure-address-banner';
import { AuthShell } from '~/components/shell/auth-shell';
import { checkBy } from '~/components/field-checks/check-by';
import { useCheckedForm } from '~/components/field-checks/use-checked-form';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { TextLink } from '~/components/ui/link';
import { PasswordField } from '~/components/ui/fields/password-field';
import { TextField } from '~/components/ui/fields/text-field';
import { useToasts } from '~/components/ui/toast';
import { useHydrated } from '~/components/ui/use-hydrated';
import { failures } from '~/failures';
import { type SignUp, SignUpForm } from '~/fields';
import { describeProblem } from '~/problem';
import { closedProblems, signedUpMessage, signUp } from '~/services/accounts/sign-up';
import { findSignUpMode } from '~/services/accounts/sign-up-mode';
import { catchNetworkErrors, useActionResponse } from '~/components/network/network-error';

export { headers, shouldRevalidate } from '~/components/network/form-route';

export const clientAction = catchNetworkErrors(failures.signUp);

export const meta: MetaFunction = () => [
  { title: 'Sign up · Wicked Integrations' },
  {
    name: 'description',
    content:
      'Create an account and an organization, and build your first API integration: webhooks in, ordered API calls out.',
  },
];

export async function loader({ request, context }: LoaderFunctionArgs) {
  await redirectSignedIn(context.app, request);
  const closed = context.app.config.passwordLogin
    ? closedProblems[await findSignUpMode(context.app)]
    : 'password-login-off';
  return {
    closed: closed && describeProblem({ kind: closed }).body.message,
    secureAddress: findSecureAddress(context.app.config, request, '/signup'),
  };
}

/** Passwords are never sent back to the browser. */
const hideFields: ('password' | 'confirmPassword')[] = ['password', 'confirmPassword'];

export async function action({ request, context }: ActionFunctionArgs) {
  await redirectSignedIn(context.app, request);
  const submission = parseWithZod(await request.formData(), { schema: SignUpForm });
  if (submission.status !== 'success') {
    return data({ result: submission.reply({ hideFields }), failure: undefined }, { status: 422 });
  }
  const outcome = await signUp(context.app, submission.value, context.address);
  if (outcome.kind !== 'signed-up') {
    const { body, ...init } = describeProblem(outcome);
    return data({ result: submission.reply({ hideFields }), failure: body.message }, init);
  }
  const toast = { title: 'Account created!', description: signedUpMessage, durationMs: 3000 };
  const cookie = await serializeSignedUp(context.app.config, {
    email: submission.value.email,
    isVerified: false,
  });
  return redirectWithToast(
    context.app,
    '/login',
    { tone: 'success', ...toast },
    new Headers({ 'Set-Cookie': cookie }),
  );
}

const loadCheck = checkBy((schemas) => schemas.SignUpForm);

const required = { required: true };

export default function SignUpPage() {
  const { closed, secureAddress } = useLoaderData<typeof loader>();
  return closed ? (
    <AuthShell title="Create your account" text={closed} footer={loginHint} />
  ) : (
    <SignUpScreen secureAddress={secureAddress} />
  );
}

const loginHint = (
  <>
    Already have an account? <TextLink to="/login">Log in</TextLink>
  </>
);

function SignUpScreen({ secureAddress }: { secureAddress: string | null }) {
  const actionData = useActionResponse<typeof action>();
  const pending = useNavigation().formAction === '/signup';
  const toasts = useToasts();
  const hydrated = useHydrated();
  const [form, fields] = useCheckedForm<SignUp & { confirmPassword: string }>({
    id: 'signup',
    lastResult: actionData?.result,
    constraint: {
      firstName: required,
      lastName: required,
      email: required,
      organizationName: required,
      password: required,
      confirmPassword: required,
    },
    loadCheck,
  });

  useEffect(() => {
    if (!actionData?.failure) return;
    toasts.add({ tone: 'destructive', title: failures.signUp.title, description: actionData.failure });
  }, [actionData, toasts]);

  return (
    <AuthShell
      title="Create your account"
      text="Start building API integrations with your team."
      footer={loginHint}
      wide
    >
      <Form method="post" {...getFormProps(form)} className="flex flex-col gap-field">
        {secureAddress !== null && <SecureAddressBanner address={secureAddress} />}
        {actionData?.failure && (
          // Where a toast says the same, a screen reader would speak it twice.
          <Banner tone="bad" title={failures.signUp.title} live={!hydrated}>
            {actionData.failure}
          </Banner>
        )}
        <div className="grid gap-field sm:grid-cols-2">
          <TextField field={fields.firstName} label="First name" autoComplete="given-name" />
          <TextField field={fields.lastName} label="Last name" autoComplete="family-name" />
        </div>
        <TextField field={fields.email} type="email" label="Email" autoComplete="username" />
        <TextField field={fields.organizationName} label="Organization name" autoComplete="organization" />
        <PasswordField
          field={fields.password}
          label="Password"
          hint="At least 8 characters, with an uppercase and a lowercase letter, a number and a special character."
          autoComplete="new-password"
        />
        <PasswordField field={fields.confirmPassword} label="Confirm password" autoComplete="new-password" />
        <Button type="submit" variant="primary" size="lg" pending={pending} pendingText="Creating account...">
          Create account
        </Button>
      </Form>
    </AuthShell>
  );
}
