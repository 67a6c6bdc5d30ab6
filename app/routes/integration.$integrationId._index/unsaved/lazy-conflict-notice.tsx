import { memo } from 'react';
import { lazyPart, Nothing } from '~/components/network/lazy-part';
import { ConflictNotice } from './conflict-notice';

/**
 * Few saves meet another; without its script the bar below still tells. It is not rendered anew with what is around it:
 * React would give up what the server drew.
 */
export const LazyConflictNotice = memo(
  lazyPart(
    import.meta.env.SSR && ConflictNotice,
    () => import('./conflict-notice').then((loaded) => loaded.ConflictNotice),
    { without: Nothing },
  ),
);
