/** The dialogs of a person's own account. Each is a search parameter, so that it opens over any screen. */
export type AccountView = 'profile' | 'password' | 'sessions' | 'delete-account';

/** The tabs of the organization's billing dialog. */
export type BillingView = 'billing' | 'billing-payment' | 'billing-company' | 'billing-invoices';

export type DialogView = AccountView | BillingView;

const billingViews: BillingView[] = ['billing', 'billing-payment', 'billing-company', 'billing-invoices'];
const views: DialogView[] = ['profile', 'password', 'sessions', 'delete-account', ...billingViews];

export function isBillingView(view: DialogView | undefined): view is BillingView {
  return billingViews.some((each) => each === view);
}

/** Checks whether the view asks for the current password or another proof of identity. */
export function asksForProof(view: DialogView | undefined): boolean {
  return view === 'password' || view === 'delete-account';
}

/** Returns the view that an address opens. */
export function readDialogView(query: URLSearchParams): DialogView | undefined {
  return views.find((view) => view === query.get('dialog'));
}

/** Returns the address of the same screen with a dialog open, or without one. */
export function dialogUrl(
  { pathname, search }: { pathname: string; search: string },
  view?: DialogView,
): string {
  const query = new URLSearchParams(search);
  query.delete('dialog');
  // The parameter names what was typed into the dialog that was open.
  query.delete('unsent');
  if (view) query.set('dialog', view);
  const text = query.toString();
  return text ? `${pathname}?${text}` : pathname;
}
