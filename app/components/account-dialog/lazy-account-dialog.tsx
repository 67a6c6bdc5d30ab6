import { type ComponentType, lazy, Suspense } from 'react';
import { AccountDialog, type AccountDialogProps } from './account-dialog';

/** Its script loads when the dialog is opened. The server, which must not wait, has it already. */
const Shown: ComponentType<AccountDialogProps> = import.meta.env.SSR
  ? AccountDialog
  : lazy(() => import('./account-dialog').then((loaded) => ({ default: loaded.AccountDialog })));

export function LazyAccountDialog(props: AccountDialogProps) {
  return (
    <Suspense>
      <Shown {...props} />
    </Suspense>
  );
}
