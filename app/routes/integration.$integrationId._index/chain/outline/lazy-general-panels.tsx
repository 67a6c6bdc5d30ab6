import { memo } from 'react';
import { lazyPart, Nothing } from '~/components/network/lazy-part';
import { GeneralPanels } from './general-panels';

/**
 * Loaded on demand, since most visits leave the panels closed. They are memoized, because React would discard the
 * server-rendered markup if they rendered again with their surroundings.
 */
export const LazyGeneralPanels = memo(
  lazyPart(
    import.meta.env.SSR && GeneralPanels,
    () => import('./general-panels').then((loaded) => loaded.GeneralPanels),
    { without: Nothing },
  ),
);
