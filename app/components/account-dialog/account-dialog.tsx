import { useActionData, useFetcher, useLocation, useRouteLoaderData } from '@remix-run/react';
import { useEffect } from 'react';
import type { Person } from '../person-name';
import { Dialog } from '../ui/dialog';
import { Tabs } from '../ui/tabs';
import type { BillingData } from '../billing-dialog/billing-data';
import { LaterBillingDialog } from '../billing-dialog/later-billing-dialog';
import { type AccountView, type DialogView, dialogAddress, isBillingView, readDialogView } from './address';
import { type AccountAnswer, accountAction } from './answer';
import { PasswordForm } from './password-form';
import { ProfileForm } from './profile-form';
import { type OwnSession, SessionList } from './session-list';

/** What the root loader has for the dialogs. */
type RootLoader = () => Promise<{ sessions: OwnSession[]; billing: BillingData | null }>;

/** The dialog of the own account, or of the organization's billing, that the address opens, if any. */
export function AccountDialog({ user }: { user: Person }) {
  const location = useLocation();
  const root = useRouteLoaderData<RootLoader>('root');
  const view = readDialogView(new URLSearchParams(location.search));
  if (!view) return null;
  const addressOf = (other?: DialogView) => dialogAddress(location, other);
  if (isBillingView(view)) {
    if (!root?.billing) return null;
    return <LaterBillingDialog billing={root.billing} view={view} addressOf={addressOf} />;
  }
  return <AccountDialogView user={user} sessions={root?.sessions ?? []} view={view} addressOf={addressOf} />;
}

interface AccountDialogViewProps {
  user: Person;
  sessions: OwnSession[];
  view: AccountView;
  /** The address of another view, or without the dialog. */
  addressOf: (view?: DialogView) => string;
}

function AccountDialogView({ user, sessions, view, addressOf }: AccountDialogViewProps) {
  const closeTo = addressOf();
  useFormCode();
  if (view === 'sessions') {
    return (
      <Dialog
        title="Your sessions"
        text="Every browser and program that is signed in as you."
        closeTo={closeTo}
        width="md"
      >
        <SessionList sessions={sessions} backTo={addressOf('profile')} returnTo={addressOf('sessions')} />
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
          <ProfileForm user={user} closeTo={closeTo} sessionsTo={addressOf('sessions')} />
        ) : (
          <PasswordForm user={user} closeTo={closeTo} />
        )}
      </div>
    </Dialog>
  );
}

/** The code behind the forms is fetched with the dialog: when a form is sent, the network may be gone. */
function useFormCode(): void {
  const { load } = useFetcher();
  useEffect(() => load(accountAction), [load]);
}

/** The page that a form comes to without script when something in it is wrong. */
export function AnsweredAccountDialog({ user }: { user: Person }) {
  const answer = useActionData<AccountAnswer>();
  const returnTo = new URL(answer?.returnTo ?? '/', 'http://ours.invalid');
  return (
    <AccountDialogView
      user={user}
      sessions={[]}
      view={answer?.intent ?? 'profile'}
      addressOf={(view) => dialogAddress(returnTo, view)}
    />
  );
}
