import { useEffect } from 'react';
import { lazyPart } from '~/components/network/lazy-part';
import type { InUseDialogProps } from './in-use-dialog';

/** The browser's own dialog, for when the script of the dialog cannot be loaded. */
function PlainQuestion({ uses, onRemove, onClose }: InUseDialogProps) {
  useEffect(() => {
    const used = uses.map(({ callName, variable }) => `{{${variable}}} in ${callName}`);
    if (window.confirm(`Variable In Use\n\n${used.join('\n')}\n\nRemove Anyway?`)) onRemove();
    else onClose();
  }, [uses, onRemove, onClose]);
  return null;
}

/** Loaded on demand, since few visits remove something that is in use. */
export const LazyInUseDialog = lazyPart<InUseDialogProps>(
  false,
  () => import('./in-use-dialog').then((loaded) => loaded.InUseDialog),
  { without: PlainQuestion },
);
