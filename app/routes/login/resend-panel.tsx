import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { Form, useNavigation } from '@remix-run/react';
import { checkBy } from '~/components/field-checks/check-by';
import { useCheckedForm } from '~/components/field-checks/use-checked-form';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { TextField } from '~/components/ui/fields/text-field';
import { useVisibleFor } from './use-visible-for';

const loadCheck = checkBy((schemas) => schemas.ResendVerificationPanel);

const required = { required: true };

interface ResendOutcome {
  form: 'login' | 'resend';
  result: SubmissionResult<string[]>;
  message?: string;
  failure?: string;
}

interface ResendPanelProps {
  outcome: ResendOutcome;
  /** The email that was typed last, in either form of the page. */
  email: string | undefined;
}

/** Requests a new verification link; after a refused login, it opens with the email of that login. */
export function ResendPanel({ outcome, email }: ResendPanelProps) {
  const navigation = useNavigation();
  const pending = navigation.formData?.get('intent') === 'resend';
  const shown = useVisibleFor(outcome);
  const resent = outcome.form === 'resend';
  const [form, fields] = useCheckedForm<{ email: string }>({
    id: 'resend',
    lastResult: resent ? outcome.result : undefined,
    defaultValue: { email },
    constraint: { email: required },
    loadCheck,
  });
  return (
    <section aria-labelledby="resend-title" className="border-t border-line pt-6">
      <h2 id="resend-title" className="font-medium">
        Resend verification email
      </h2>
      <Form method="post" {...getFormProps(form)} className="mt-4 flex flex-col gap-4">
        <input type="hidden" name="intent" value="resend" />
        {resent && shown && outcome.message && (
          <Banner tone="good" live>
            {outcome.message}
          </Banner>
        )}
        {resent && shown && outcome.failure && (
          <Banner tone="bad" live>
            {outcome.failure}
          </Banner>
        )}
        <TextField field={fields.email} type="email" label="Email" autoComplete="username" />
        <Button type="submit" size="lg" pending={pending} pendingText="Sending...">
          Send verification email
        </Button>
      </Form>
    </section>
  );
}
