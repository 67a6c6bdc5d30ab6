import { memo } from 'react';
import { lazyPart, Nothing } from '~/components/network/lazy-part';
import { ConflictNotice } from './conflict-notice';

/**
 * Loaded on demand, since conflicts are rare; without its script the save bar still tells of the conflict. Memoized,
 * because React would discard the server-rendered markup when its surroundings render again.
 */
export const LazyConflictNotice = memo(
  lazyPart(
    import.meta.env.SSR && ConflictNotice,
    () => import('./conflict-notice').then((loaded) => loaded.ConflictNotice),
    { without: Nothing },
  ),
);
