import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { Form, useNavigation } from '@remix-run/react';
import { useEffect } from 'react';
import { checkBy } from '~/components/field-checks/check-by';
import { useCheckedForm } from '~/components/field-checks/use-checked-form';
import { LoginPassword } from '~/components/login/login-password';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { TextField } from '~/components/ui/fields/text-field';
import { useToasts } from '~/components/ui/toast';
import { useHydrated } from '~/components/ui/use-hydrated';
import { failures } from '~/failures';
import type { Login } from '~/fields';
import { useVisibleFor } from './use-visible-for';

interface LoginOutcome {
  result: SubmissionResult<string[]>;
  failure?: string;
  /** Whether the password was right but the email is not verified: then there is no toast, and the message stays. */
  unverified?: boolean;
}

const loadCheck = checkBy((schemas) => schemas.Login);

const required = { required: true };

interface LoginFormProps {
  outcome: LoginOutcome | undefined;
  /** The email that was typed last, in either form of the page. */
  email: string | undefined;
  /** Whether the browser may offer passkeys instead of the email. */
  hasPasskeys: boolean;
}

export function LoginForm({ outcome, email, hasPasskeys }: LoginFormProps) {
  const navigation = useNavigation();
  const pending =
    navigation.formAction?.startsWith('/login') && navigation.formData?.get('intent') === 'login';
  const toasts = useToasts();
  const hydrated = useHydrated();
  const shown = useVisibleFor(outcome) || outcome?.unverified;
  const [form, fields] = useCheckedForm<Login>({
    id: 'login',
    lastResult: outcome?.result,
    defaultValue: { email },
    constraint: { email: required, password: required },
    loadCheck,
  });

  useEffect(() => {
    if (!outcome?.failure || outcome.unverified) return;
    toasts.add({ tone: 'destructive', title: failures.login.title, description: outcome.failure });
  }, [outcome, toasts]);

  return (
    <Form method="post" {...getFormProps(form)} className="flex flex-col gap-field">
      <input type="hidden" name="intent" value="login" />
      {outcome?.failure && shown && (
        <Banner
          {...(outcome.unverified ? { tone: 'warn' } : { tone: 'bad', title: failures.login.title })}
          // Where a toast says the same, a screen reader would speak it twice.
          live={outcome.unverified || !hydrated}
        >
          {outcome.failure}
        </Banner>
      )}
      <TextField
        field={fields.email}
        type="email"
        label="Email"
        autoComplete={hasPasskeys ? 'username webauthn' : 'username'}
      />
      <LoginPassword field={fields.password} />
      <Button type="submit" variant="primary" size="lg" pending={pending} pendingText="Logging in...">
        Log in
      </Button>
    </Form>
  );
}
