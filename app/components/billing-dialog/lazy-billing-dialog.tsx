import { type ComponentType, lazy, Suspense } from 'react';
import { BillingDialog, type BillingDialogProps } from './billing-dialog';

/** Its script loads when the dialog is opened. The server, which must not wait, has it already. */
const Shown: ComponentType<BillingDialogProps> = import.meta.env.SSR
  ? BillingDialog
  : lazy(() => import('./billing-dialog').then((loaded) => ({ default: loaded.BillingDialog })));

export function LazyBillingDialog(props: BillingDialogProps) {
  return (
    <Suspense>
      <Shown {...props} />
    </Suspense>
  );
}
