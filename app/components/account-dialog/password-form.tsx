import { getFormProps } from '@conform-to/react';
import type { Person } from '../user/user-name';
import { DialogForm, useDialogForm } from '../dialog-form/dialog-form';
import { checkBy } from '../field-checks/check-by';
import { useCheckedForm } from '../field-checks/use-checked-form';
import { Button } from '../ui/button';
import { DialogActions } from '../ui/dialog';
import { LinkButton } from '../ui/link';
import { PasswordField } from '../ui/fields/password-field';
import { type AccountResponse, accountAction } from './account-response';

const loadCheck = checkBy(({ PasswordChangeForm }) => PasswordChangeForm);

interface Passwords {
  currentPassword: string;
  newPassword: string;
  confirmPassword: string;
}

export function PasswordForm({ user, closeTo }: { user: Person; closeTo: string }) {
  const { Form, response, pending } = useDialogForm<AccountResponse>('password');
  const [form, fields] = useCheckedForm<Passwords>({
    id: 'password',
    lastResult: response?.result,
    constraint: {
      currentPassword: { required: true },
      newPassword: { required: true },
      confirmPassword: { required: true },
    },
    loadCheck,
  });
  return (
    <DialogForm
      {...{ Form, response, closeTo }}
      form={getFormProps(form)}
      action={accountAction}
      intent="password"
    >
      {/* Tells a password manager whose password this is. */}
      <input type="email" autoComplete="username" value={user.email} readOnly hidden />
      <PasswordField
        data-autofocus
        field={fields.currentPassword}
        label="Current password"
        autoComplete="current-password"
      />
      <PasswordField
        field={fields.newPassword}
        label="New password"
        hint="At least 8 characters, with an uppercase and a lowercase letter, a number and a special character."
        autoComplete="new-password"
      />
      <PasswordField field={fields.confirmPassword} label="Confirm password" autoComplete="new-password" />
      <p className="text-ink-muted">Changing the password ends every other session.</p>
      <DialogActions>
        <LinkButton to={closeTo} preventScrollReset>
          Cancel
        </LinkButton>
        <Button type="submit" variant="primary" pending={pending} pendingText="Updating...">
          Update Password
        </Button>
      </DialogActions>
    </DialogForm>
  );
}
