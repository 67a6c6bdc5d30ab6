import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import { type ActionFunctionArgs, data, type MetaFunction } from '@remix-run/node';
import { Form, useNavigation } from '@remix-run/react';
import { AuthShell } from '~/components/shell/auth-shell';
import { FormKey } from '~/components/network/form-key';
import { checkBy } from '~/components/field-checks/check-by';
import { useCheckedForm } from '~/components/field-checks/use-checked-form';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { LinkButton, TextLink } from '~/components/ui/link';
import { TextField } from '~/components/ui/fields/text-field';
import { failures } from '~/failures';
import { ResendVerification } from '~/fields';
import { describeProblem } from '~/problem';
import { resendVerification, resentMessage } from '~/services/accounts/email-verification';
import { findMailedAddress } from '~/services/accounts/failed-link';
import { mailOnce } from '~/services/accounts/mail-once';
import { catchNetworkErrors, useActionResponse } from '~/components/network/network-error';

export { headers, shouldRevalidate } from '~/components/network/form-route';

export const clientAction = catchNetworkErrors(failures.resend);

export const meta: MetaFunction = () => [
  { title: 'Resend verification email · Wicked Integrations' },
  { name: 'description', content: 'Get an email with a new link to confirm your email address.' },
];

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const mailedTo = await findMailedAddress(context.app, 'verify-email', form.get('token'));
  if (mailedTo) form.set('email', mailedTo);
  const submission = parseWithZod(form, { schema: ResendVerification });
  const result = submission.reply({ hideFields: mailedTo ? ['email', 'token'] : [] });
  if (submission.status !== 'success') return data({ result, message: null, failure: null }, { status: 422 });
  const outcome = await mailOnce(context.app, { purpose: 'verification', form }, () =>
    resendVerification(context.app, submission.value, context.address),
  );
  if (outcome.kind === 'accepted') return data({ result, message: resentMessage, failure: null });
  const { body, ...init } = describeProblem(outcome);
  return data({ result, message: null, failure: body.message }, init);
}

const loadCheck = checkBy((schemas) => schemas.ResendVerification);

const required = { required: true };

export default function ResendVerificationPage() {
  const actionData = useActionResponse<typeof action>();
  return actionData?.message ? <Sent message={actionData.message} /> : <ResendForm outcome={actionData} />;
}

function Sent({ message }: { message: string }) {
  return (
    <AuthShell title="Verification Email Sent">
      <div className="flex flex-col gap-6">
        <Banner tone="good" live>
          {message}
        </Banner>
        <LinkButton to="/login" variant="primary" size="lg">
          Back to Login
        </LinkButton>
      </div>
    </AuthShell>
  );
}

interface ResendOutcome {
  result: SubmissionResult<string[]>;
  failure: string | null;
}

function ResendForm({ outcome }: { outcome: ResendOutcome | undefined }) {
  const pending = useNavigation().formAction === '/resend-email-verification';
  const [form, fields] = useCheckedForm<ResendVerification>({
    id: 'resend',
    lastResult: outcome?.result,
    constraint: { email: required },
    loadCheck,
  });
  return (
    <AuthShell
      title="Resend verification email"
      text="Enter your email and we will send you a new verification link."
      footer={<TextLink to="/login">Back to Login</TextLink>}
    >
      <Form method="post" {...getFormProps(form)} className="flex flex-col gap-field">
        <FormKey />
        {outcome?.failure && (
          <Banner tone="bad" title={failures.resend.text} live>
            {outcome.failure}
          </Banner>
        )}
        <TextField field={fields.email} type="email" label="Email" autoComplete="username" />
        <Button type="submit" variant="primary" size="lg" pending={pending} pendingText="Sending...">
          Send verification email
        </Button>
      </Form>
    </AuthShell>
  );
}
