import { memo } from 'react';
import { lazyDialog } from '~/components/dialog-form/lazy-dialog';
import { ChainGuide } from './chain-guide';

/**
 * Its script comes behind the page's; without it what the server drew stays, and opens. Not rendered anew with what is
 * around it: React would give up what the server drew.
 */
export const LazyChainGuide = memo(
  lazyDialog(import.meta.env.SSR && ChainGuide, () =>
    import('./chain-guide').then(
      (loaded) => loaded.ChainGuide,
      () => () => null,
    ),
  ),
);
