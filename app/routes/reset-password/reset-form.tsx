import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { Form, useNavigation, useRevalidator } from '@remix-run/react';
import { useEffect } from 'react';
import { AuthShell } from '~/components/shell/auth-shell';
import { checkBy } from '~/components/field-checks/check-by';
import { useCheckedForm } from '~/components/field-checks/use-checked-form';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { Checkbox } from '~/components/ui/fields/checkbox';
import { Dialog, DialogActions } from '~/components/ui/dialog';
import { LinkButton } from '~/components/ui/link';
import { PasswordField } from '~/components/ui/fields/password-field';
import { failures } from '~/failures';
import type { ResetPassword } from '~/fields';

const loadCheck = checkBy((schemas) => schemas.ResetPassword);

const required = { required: true };

interface ResetFormProps {
  token: string;
  /** The email of the account; empty once the link is used. */
  email: string;
  /** The valid API tokens that the owner of the account created. */
  apiTokens: { id: string; name: string; organizationName: string }[];
  response: { result: SubmissionResult<string[]>; done: boolean; failure: string | null } | undefined;
}

export function ResetForm({ token, email, apiTokens, response }: ResetFormProps) {
  const done = response?.done ?? false;
  const pending = useNavigation().formAction?.startsWith('/reset-password') ?? false;
  const validating = useFreshLink(!done) && !pending;
  const [form, fields] = useCheckedForm<ResetPassword>({
    id: 'reset-password',
    lastResult: response?.result,
    constraint: { newPassword: required, confirmPassword: required },
    loadCheck,
  });
  return (
    <>
      {done && <Done />}
      <AuthShell title="Reset Password" text="Choose a new password for your account.">
        <Form method="post" {...getFormProps(form)} className="flex flex-col gap-field">
          <input type="hidden" name="token" value={token} />
          {/* For password managers, which then know whose password is replaced. */}
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          {response?.failure && (
            <Banner tone="bad" title={failures.reset.title} live>
              {response.failure}
            </Banner>
          )}
          <PasswordField
            field={fields.newPassword}
            label="New password"
            hint="At least 8 characters, with an uppercase and a lowercase letter, a number and a special character."
            autoComplete="new-password"
            disabled={done}
            readOnly={pending}
          />
          <PasswordField
            field={fields.confirmPassword}
            label="Confirm password"
            autoComplete="new-password"
            disabled={done}
            readOnly={pending}
          />
          {apiTokens.length > 0 && (
            <Checkbox
              field={fields.endApiTokens}
              label={`Also end the ${apiTokens.length === 1 ? 'API token' : `${apiTokens.length} API tokens`} you made`}
              hint={apiTokens.map(({ name, organizationName }) => `${name} (${organizationName})`).join(', ')}
              disabled={done}
            />
          )}
          <Button
            type="submit"
            variant="primary"
            size="lg"
            disabled={done}
            pending={pending || validating}
            pendingText={validating ? 'Validating...' : 'Resetting...'}
          >
            Reset password
          </Button>
        </Form>
      </AuthShell>
    </>
  );
}

function Done() {
  return (
    <Dialog title="Success" text="Your password has been reset successfully." closeTo="/login">
      <p>Every session of your account was ended. Log in again.</p>
      <DialogActions>
        <LinkButton to="/login" variant="primary" data-autofocus>
          Go to Login
        </LinkButton>
      </DialogActions>
    </Dialog>
  );
}

/** Checks again whether the link is valid when the user comes back to the tab; returns true during the check. */
function useFreshLink(enabled: boolean): boolean {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (!enabled) return;
    const look = () => {
      if (document.visibilityState === 'visible' && navigator.onLine) revalidate();
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [enabled, revalidate]);
  return state === 'loading';
}
