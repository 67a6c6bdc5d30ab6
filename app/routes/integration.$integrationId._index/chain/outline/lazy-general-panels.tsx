import { memo } from 'react';
import { lazyPart, Nothing } from '~/components/network/lazy-part';
import { GeneralPanels } from './general-panels';

/** Loaded on demand. Memoized, because React would discard the server-rendered markup when its surroundings render again. */
export const LazyGeneralPanels = memo(
  lazyPart(
    import.meta.env.SSR && GeneralPanels,
    () => import('./general-panels').then((loaded) => loaded.GeneralPanels),
    { without: Nothing },
  ),
);
