import { getFormProps } from '@conform-to/react';
import type { Person } from '../user/user-name';
import { DialogForm, useDialogForm } from '../dialog-form/dialog-form';
import { checkBy } from '../field-checks/check-by';
import { useCheckedForm } from '../field-checks/use-checked-form';
import { Button } from '../ui/button';
import { DialogActions } from '../ui/dialog';
import { LinkButton } from '../ui/link';
import { needsProof, ProofField, type ShownProof } from '../proof/proof-field';
import { PasswordField } from '../ui/fields/password-field';
import { type AccountResponse, accountAction } from './account-response';

const loadCheck = checkBy(({ PasswordChangeForm }) => PasswordChangeForm);
const loadFreshCheck = checkBy(({ FreshPasswordForm }) => FreshPasswordForm);

interface Passwords {
  currentPassword: string;
  newPassword: string;
  confirmPassword: string;
}

interface PasswordFormProps {
  user: Person;
  proof: ShownProof;
  /** The address of this dialog. */
  proveFrom: string;
  closeTo: string;
}

export function PasswordForm({ user, proof, proveFrom, closeTo }: PasswordFormProps) {
  const { Form, response, pending } = useDialogForm<AccountResponse>('password');
  const [form, fields] = useCheckedForm<Passwords>({
    id: 'password',
    lastResult: response?.result,
    constraint: {
      currentPassword: { required: true },
      newPassword: { required: true },
      confirmPassword: { required: true },
    },
    loadCheck: proof.isFresh ? loadFreshCheck : loadCheck,
  });
  return (
    <DialogForm
      {...{ Form, response, closeTo }}
      form={getFormProps(form)}
      action={accountAction}
      intent="password"
    >
      <ProofField {...{ proof, proveFrom }} email={user.email} field={fields.currentPassword} isFocused />
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
        {!needsProof(proof) && (
          <Button type="submit" variant="primary" pending={pending} pendingText="Updating...">
            Update password
          </Button>
        )}
      </DialogActions>
    </DialogForm>
  );
}
