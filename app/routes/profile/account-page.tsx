import { useActionData, useLocation, useRouteLoaderData } from '@remix-run/react';
import { AccountDialog } from '~/components/account-dialog/account-dialog';
import {
  type DialogView,
  dialogUrl,
  isBillingView,
  readDialogView,
} from '~/components/dialog-form/dialog-url';
import { type AccountResponse, accountAction } from '~/components/account-dialog/account-response';
import type { AccountDeletionEffects } from '~/components/account-dialog/delete-account-form';
import type { UserSession } from '~/components/account-dialog/session-list';
import type { ShownProof } from '~/components/proof/proof-field';
import { AppShell } from '~/components/shell/app-shell';
import type { Person } from '~/components/user/user-name';

/** The part of the root loader's data that this page uses. */
type RootLoader = () => Promise<{ sessions: UserSession[] }>;

/** The account page of a user without an organization, who has no other page to open the dialog on. */
export function AccountPage({
  user,
  fate,
  proof,
}: {
  user: Person;
  fate: AccountDeletionEffects;
  proof: ShownProof;
}) {
  const response = useActionData<AccountResponse>();
  const sessions = useRouteLoaderData<RootLoader>('root')?.sessions ?? [];
  const opened = readDialogView(new URLSearchParams(useLocation().search));
  const view = opened && !isBillingView(opened) ? opened : (response?.intent ?? 'profile');
  return (
    <AppShell>
      <AccountDialog {...{ user, fate, proof, sessions, view, addressOf }} />
    </AppShell>
  );
}

function addressOf(view?: DialogView): string {
  return view ? dialogUrl({ pathname: accountAction, search: '' }, view) : '/';
}
