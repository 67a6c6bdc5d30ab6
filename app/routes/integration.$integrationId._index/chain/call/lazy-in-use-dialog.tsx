import { useEffect } from 'react';
import { lazyPart } from '~/components/network/lazy-part';
import type { InUseDialogProps } from './in-use-dialog';

/** In the place of the dialog, when its script cannot be had. */
function PlainQuestion({ uses, onRemove, onClose }: InUseDialogProps) {
  useEffect(() => {
    const used = uses.map(({ callName, variable }) => `{{${variable}}} in ${callName}`);
    if (window.confirm(`Variable In Use\n\n${used.join('\n')}\n\nRemove Anyway?`)) onRemove();
    else onClose();
  }, [uses, onRemove, onClose]);
  return null;
}

/** Few visits remove what is used. */
export const LazyInUseDialog = lazyPart<InUseDialogProps>(
  false,
  () => import('./in-use-dialog').then((loaded) => loaded.InUseDialog),
  { without: PlainQuestion },
);
