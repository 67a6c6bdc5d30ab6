import { useLocation, useRouteLoaderData } from '@remix-run/react';
import type { Person } from '../user/user-name';
import type { BillingData } from '../billing-dialog/billing-data';
import { BillingDialog } from '../billing-dialog/billing-dialog';
import { type DialogView, dialogUrl, isBillingView, readDialogView } from '../dialog-form/dialog-url';
import type { AccountDeletionEffects } from '../account-dialog/delete-account-form';
import { AccountDialog } from '../account-dialog/account-dialog';
import { lazyPart } from '../network/lazy-part';
import type { ShownProof } from '../proof/proof-field';
import type { UserSession } from '../account-dialog/session-list';

const LazyAccountDialog = lazyPart(import.meta.env.SSR && AccountDialog, () =>
  import('../account-dialog/account-dialog').then((loaded) => loaded.AccountDialog),
);

const LazyBillingDialog = lazyPart(import.meta.env.SSR && BillingDialog, () =>
  import('../billing-dialog/billing-dialog').then((loaded) => loaded.BillingDialog),
);

/** The root loader's data for the dialogs. */
type RootLoader = () => Promise<{
  sessions: UserSession[];
  fate: AccountDeletionEffects | null;
  proof: ShownProof | null;
  billing: BillingData | null;
}>;

/** The dialog of the user's account, or of the organization's billing, that the address opens, if any. */
export function UserDialogs({ user }: { user: Person }) {
  const location = useLocation();
  const root = useRouteLoaderData<RootLoader>('root');
  const view = readDialogView(new URLSearchParams(location.search));
  if (!view) return null;
  const addressOf = (other?: DialogView) => dialogUrl(location, other);
  if (isBillingView(view)) {
    if (!root?.billing) return null;
    return <LazyBillingDialog billing={root.billing} view={view} addressOf={addressOf} />;
  }
  const { sessions = [], fate = null, proof = null } = root ?? {};
  return <LazyAccountDialog {...{ user, sessions, fate, proof, view, addressOf }} />;
}
