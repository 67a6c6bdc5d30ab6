import { getFormProps } from '@conform-to/react';
import { useRouteLoaderData } from '@remix-run/react';
import type { Person } from '../user/user-name';
import { DialogForm, useDialogForm } from '../dialog-form/dialog-form';
import { checkBy } from '../field-checks/check-by';
import { useCheckedForm } from '../field-checks/use-checked-form';
import { keepsTyping } from '../typed-form/typing-marks';
import { Button } from '../ui/button';
import { DialogActions } from '../ui/dialog';
import { LinkButton, TextLink } from '../ui/link';
import { TextField } from '../ui/fields/text-field';
import { type AccountResponse, accountAction } from './account-response';

/** The part of the root loader's data that is used here. */
type RootLoader = () => Promise<{ hasSingleSignOn: boolean }>;

const loadCheck = checkBy(({ Profile }) => Profile.omit({ email: true }));

interface ProfileFormProps {
  user: Person;
  closeTo: string;
  sessionsTo: string;
  deletionTo: string;
}

export function ProfileForm({ user, closeTo, sessionsTo, deletionTo }: ProfileFormProps) {
  const { Form, response, pending } = useDialogForm<AccountResponse>('profile');
  const [form, fields] = useCheckedForm<Person>({
    id: 'profile',
    lastResult: response?.result,
    defaultValue: user,
    constraint: { firstName: { required: true }, lastName: { required: true } },
    loadCheck,
  });
  const hasSingleSignOn = useRouteLoaderData<RootLoader>('root')?.hasSingleSignOn;
  return (
    <DialogForm
      {...{ Form, response, closeTo }}
      form={{ ...getFormProps(form), ...keepsTyping }}
      action={accountAction}
      intent="profile"
    >
      <div className="grid gap-field sm:grid-cols-2">
        <TextField data-autofocus field={fields.firstName} label="First name" autoComplete="given-name" />
        <TextField field={fields.lastName} label="Last name" autoComplete="family-name" />
      </div>
      <TextField
        field={fields.email}
        label="Email"
        type="email"
        readOnly
        hint="You log in with this email."
      />
      <p className="grid justify-items-start gap-x-field gap-y-3 sm:grid-cols-2">
        <TextLink to={sessionsTo} preventScrollReset>
          Your sessions
        </TextLink>
        <TextLink to="/profile/email">Change email</TextLink>
        <TextLink to="/profile/passkeys">Passkeys</TextLink>
        <TextLink to="/profile/two-factor">Two-factor authentication</TextLink>
        {hasSingleSignOn && <TextLink to="/profile/single-sign-on">Single sign-on</TextLink>}
        <TextLink to={deletionTo} preventScrollReset className="text-bad-ink! decoration-bad-ink/35!">
          Delete account
        </TextLink>
      </p>
      <DialogActions>
        <LinkButton to={closeTo} preventScrollReset>
          Cancel
        </LinkButton>
        <Button type="submit" variant="primary" pending={pending} pendingText="Saving...">
          Save Changes
        </Button>
      </DialogActions>
    </DialogForm>
  );
}
