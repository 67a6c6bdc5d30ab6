import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react';
import { Form, useNavigation } from '@remix-run/react';
import { LoginPassword } from '~/components/login/login-password';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { PasswordField } from '~/components/ui/fields/password-field';
import { TextField } from '~/components/ui/fields/text-field';

interface JoinFormProps {
  /** `accept` for a signed-in user, `login` for an address with an account, `sign-up` for a new one. */
  kind: 'accept' | 'login' | 'sign-up';
  token: string;
  /** The email address that the invitation was sent to. */
  email: string;
  result: SubmissionResult<string[]> | undefined;
  failure: string | null | undefined;
}

const labels = {
  accept: 'Accept invitation',
  login: 'Log in and join',
  'sign-up': 'Create account and join',
};

export function JoinForm({ kind, token, email, result, failure }: JoinFormProps) {
  const pending = useNavigation().formMethod === 'POST';
  const [form, fields] = useForm<{ firstName: string; lastName: string; password: string }>({
    id: 'join',
    lastResult: result,
    constraint: {
      firstName: { required: true },
      lastName: { required: true },
      password: { required: true },
    },
  });
  return (
    <Form method="post" {...getFormProps(form)} className="flex flex-col gap-field">
      <input type="hidden" name="intent" value={kind} />
      <input type="hidden" name="token" value={token} />
      {failure && (
        <Banner tone="bad" live>
          {failure}
        </Banner>
      )}
      {/* For password managers, which would otherwise take the last name for the account's name. */}
      {kind !== 'accept' && <input type="email" autoComplete="username" value={email} readOnly hidden />}
      {kind === 'sign-up' && (
        <div className="grid gap-field sm:grid-cols-2">
          <TextField field={fields.firstName} label="First name" autoComplete="given-name" />
          <TextField field={fields.lastName} label="Last name" autoComplete="family-name" />
        </div>
      )}
      {kind === 'login' && <LoginPassword field={fields.password} />}
      {kind === 'sign-up' && (
        <PasswordField
          field={fields.password}
          label="Password"
          hint="At least 8 characters, with an uppercase and a lowercase letter, a number and a special character."
          autoComplete="new-password"
        />
      )}
      <Button type="submit" variant="primary" size="lg" pending={pending} pendingText="Joining...">
        {labels[kind]}
      </Button>
    </Form>
  );
}
