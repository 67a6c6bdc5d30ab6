import { type ComponentProps, type ComponentType, lazy, Suspense } from 'react';
import { DetailsDialog } from './details-dialog';

type DetailsDialogProps = ComponentProps<typeof DetailsDialog>;

/** With script the header has a form of its own, so few load this one. The server, which must not wait, has it already. */
const Shown: ComponentType<DetailsDialogProps> = import.meta.env.SSR
  ? DetailsDialog
  : lazy(() => import('./details-dialog').then((loaded) => ({ default: loaded.DetailsDialog })));

export function LazyDetailsDialog(props: DetailsDialogProps) {
  return (
    <Suspense>
      <Shown {...props} />
    </Suspense>
  );
}
