import { getFormProps } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { Form, useNavigation } from '@remix-run/react';
import { redirectSignedIn } from '~/auth/guards';
import { readKnownDevice } from '~/auth/login/known-device';
import { AuthShell } from '~/components/shell/auth-shell';
import { FormKey } from '~/components/network/form-key';
import { checkBy } from '~/components/field-checks/check-by';
import { useCheckedForm } from '~/components/field-checks/use-checked-form';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { LinkButton } from '~/components/ui/link';
import { TextField } from '~/components/ui/fields/text-field';
import { failures } from '~/failures';
import { ForgotPassword } from '~/fields';
import { describeProblem } from '~/problem';
import { findMailedAddress } from '~/services/accounts/failed-link';
import { mailOnce } from '~/services/accounts/mail-once';
import { forgotPasswordMessage, requestPasswordReset } from '~/services/accounts/password-reset';
import {
  catchNetworkErrors,
  useActionResponse,
  useNetworkErrorText,
} from '~/components/network/network-error';

export { headers, shouldRevalidate } from '~/components/network/form-route';

export const clientAction = catchNetworkErrors(failures.forgotPassword, 'page');

export const meta: MetaFunction = () => [
  { title: 'Forgot Password · Wicked Integrations' },
  {
    name: 'description',
    content: 'Get an email with a link to choose a new password for Wicked Integrations.',
  },
];

export async function loader({ request, context }: LoaderFunctionArgs) {
  await redirectSignedIn(context.app, request);
  return null;
}

export async function action({ request, context }: ActionFunctionArgs) {
  await redirectSignedIn(context.app, request);
  const form = await request.formData();
  const mailedTo = await findMailedAddress(context.app, 'reset-password', form.get('token'));
  if (mailedTo) form.set('email', mailedTo);
  const submission = parseWithZod(form, { schema: ForgotPassword });
  const result = submission.reply({ hideFields: mailedTo ? ['email', 'token'] : [] });
  if (submission.status !== 'success') return data({ result, message: null, failure: null }, { status: 422 });
  const device = await readKnownDevice(context.app.config, request);
  const outcome = await mailOnce(context.app, { purpose: 'reset', form }, () =>
    requestPasswordReset(context.app, submission.value, context.address, device),
  );
  if (outcome.kind === 'accepted') return data({ result, message: forgotPasswordMessage, failure: null });
  const { body, ...init } = describeProblem(outcome);
  return data({ result, message: null, failure: body.message }, init);
}

const loadCheck = checkBy((schemas) => schemas.ForgotPassword);

const required = { required: true };

export default function ForgotPasswordPage() {
  const response = useActionResponse<typeof action>();
  const loss = useNetworkErrorText();
  const pending = useNavigation().formAction === '/forgot-password';
  const failure = response?.failure ?? loss;
  const [form, fields] = useCheckedForm<{ email: string }>({
    id: 'forgot-password',
    lastResult: response?.result,
    constraint: { email: required },
    loadCheck,
  });
  return (
    <AuthShell title="Forgot Password" text="Enter your email to receive a password reset link.">
      <Form method="post" {...getFormProps(form)} className="flex flex-col gap-field">
        <FormKey />
        {response?.message && (
          <Banner tone="good" title="Success" live>
            {response.message}
          </Banner>
        )}
        {failure && !pending && (
          <Banner tone="bad" title={failures.forgotPassword.title} live>
            {failure}
          </Banner>
        )}
        <TextField
          field={fields.email}
          label="Email"
          type="email"
          autoComplete="username"
          readOnly={pending}
        />
        <Button type="submit" variant="primary" size="lg" pending={pending} pendingText="Sending...">
          Send Reset Link
        </Button>
        <LinkButton to="/login" size="lg">
          Back to Login
        </LinkButton>
      </Form>
    </AuthShell>
  );
}
