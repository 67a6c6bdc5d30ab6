import { useActionData, useLocation, useRouteLoaderData } from '@remix-run/react';
import { AccountDialogView } from '~/components/account-dialog/account-dialog-view';
import {
  type DialogView,
  dialogAddress,
  isBillingView,
  readDialogView,
} from '~/components/account-dialog/address';
import { type AccountAnswer, accountAction } from '~/components/account-dialog/answer';
import type { AccountFate } from '~/components/account-dialog/deletion-form';
import type { OwnSession } from '~/components/account-dialog/session-list';
import { AppShell } from '~/components/app-shell';
import type { Person } from '~/components/person-name';

/** What the root loader has of it. */
type RootLoader = () => Promise<{ sessions: OwnSession[] }>;

/** The account of somebody without an organization, who has no screen for the dialog to stand on. */
export function OwnAccount({ user, fate }: { user: Person; fate: AccountFate }) {
  const answer = useActionData<AccountAnswer>();
  const sessions = useRouteLoaderData<RootLoader>('root')?.sessions ?? [];
  const opened = readDialogView(new URLSearchParams(useLocation().search));
  const view = opened && !isBillingView(opened) ? opened : (answer?.intent ?? 'profile');
  return (
    <AppShell>
      <AccountDialogView {...{ user, fate, sessions, view, addressOf }} />
    </AppShell>
  );
}

function addressOf(view?: DialogView): string {
  return view ? dialogAddress({ pathname: accountAction, search: '' }, view) : '/';
}
