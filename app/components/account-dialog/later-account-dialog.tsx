import { type ComponentType, lazy, Suspense } from 'react';
import { AccountDialogView, type AccountDialogViewProps } from './account-dialog-view';

/** Whoever does not open it does not load its script. The server, which must not wait, has it already. */
const Shown: ComponentType<AccountDialogViewProps> = import.meta.env.SSR
  ? AccountDialogView
  : lazy(() => import('./account-dialog-view').then((loaded) => ({ default: loaded.AccountDialogView })));

export function LaterAccountDialog(props: AccountDialogViewProps) {
  return (
    <Suspense>
      <Shown {...props} />
    </Suspense>
  );
}
