import { useLocation, useRouteLoaderData } from '@remix-run/react';
import type { Person } from '../person-name';
import type { BillingData } from '../billing-dialog/billing-data';
import { LaterBillingDialog } from '../billing-dialog/later-billing-dialog';
import { type DialogView, dialogAddress, isBillingView, readDialogView } from './address';
import type { AccountFate } from './deletion-form';
import { LaterAccountDialog } from './later-account-dialog';
import type { OwnSession } from './session-list';

/** What the root loader has for the dialogs. */
type RootLoader = () => Promise<{
  sessions: OwnSession[];
  fate: AccountFate | null;
  billing: BillingData | null;
}>;

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
  const { sessions = [], fate = null } = root ?? {};
  return <LaterAccountDialog {...{ user, sessions, fate, view, addressOf }} />;
}
