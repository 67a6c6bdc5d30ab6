import { useActionData } from '@remix-run/react';
import { usePreloadAction } from '../dialog-form/dialog-form';
import type { Person } from '../user/user-name';
import { Dialog } from '../ui/dialog';
import { Tabs } from '../ui/tabs';
import { type AccountView, type DialogView, dialogUrl } from '../dialog-form/dialog-url';
import { type AccountResponse, accountAction } from './account-response';
import { type AccountDeletionEffects, DeleteAccountForm } from './delete-account-form';
import { PasswordForm } from './password-form';
import type { ShownProof } from '../proof/proof-field';
import { ProfileForm } from './profile-form';
import { type UserSession, SessionList } from './session-list';

interface AccountDialogProps {
  user: Person;
  sessions: UserSession[];
  /** Shown in the view 'delete-account'. */
  fate: AccountDeletionEffects | null;
  /** Shown in the views 'delete-account' and 'password'. */
  proof: ShownProof | null;
  view: AccountView;
  /** Returns the address of another view, or the address without the dialog. */
  addressOf: (view?: DialogView) => string;
}

export function AccountDialog({ user, sessions, fate, proof, view, addressOf }: AccountDialogProps) {
  const closeTo = addressOf();
  usePreloadAction(accountAction);
  if (view === 'sessions') {
    return (
      <Dialog
        title="Your sessions"
        text="Every browser and program signed in as you."
        closeTo={closeTo}
        width="md"
      >
        <SessionList sessions={sessions} backTo={addressOf('profile')} returnTo={addressOf('sessions')} />
      </Dialog>
    );
  }
  if (view === 'delete-account' && fate && proof) {
    return (
      <Dialog
        title="Delete account"
        text="You will be logged out everywhere and cannot log in again. This cannot be undone."
        closeTo={closeTo}
        width="md"
      >
        <DeleteAccountForm
          {...{ user, fate, proof, closeTo }}
          proveFrom={addressOf('delete-account')}
          backTo={addressOf('profile')}
        />
      </Dialog>
    );
  }
  return (
    <Dialog title="Edit Profile" closeTo={closeTo} width="md">
      <div className="flex flex-col gap-6">
        <Tabs
          label="Edit Profile"
          items={[
            { to: addressOf('profile'), label: 'Profile', isCurrent: view === 'profile' },
            { to: addressOf('password'), label: 'Password', isCurrent: view === 'password' },
          ]}
        />
        {view === 'profile' ? (
          <ProfileForm
            user={user}
            closeTo={closeTo}
            sessionsTo={addressOf('sessions')}
            deletionTo={addressOf('delete-account')}
          />
        ) : (
          proof && <PasswordForm {...{ user, proof, closeTo }} proveFrom={addressOf('password')} />
        )}
      </div>
    </Dialog>
  );
}

/** The page that a form without script leads to when something in it is wrong. */
export function SubmittedAccountDialog({
  user,
  fate,
  proof,
}: Pick<AccountDialogProps, 'user' | 'fate' | 'proof'>) {
  const response = useActionData<AccountResponse>();
  const returnTo = new URL(response?.returnTo ?? '/', 'http://ours.invalid');
  return (
    <AccountDialog
      user={user}
      sessions={[]}
      fate={fate}
      proof={proof}
      view={response?.intent ?? 'profile'}
      addressOf={(view) => dialogUrl(returnTo, view)}
    />
  );
}
