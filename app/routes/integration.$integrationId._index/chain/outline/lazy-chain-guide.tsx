import { memo } from 'react';
import { lazyPart, Nothing } from '~/components/network/lazy-part';
import { ChainGuide } from './chain-guide';

/** Folded up in most visits. It is not rendered anew with what is around it: React would give up what the server drew. */
export const LazyChainGuide = memo(
  lazyPart(
    import.meta.env.SSR && ChainGuide,
    () => import('./chain-guide').then((loaded) => loaded.ChainGuide),
    { without: Nothing },
  ),
);
