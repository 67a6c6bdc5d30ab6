import { memo } from 'react';
import { lazyPart, Nothing } from '~/components/network/lazy-part';
import { GeneralPanels } from './general-panels';

/** Folded up in most visits. They are not rendered anew with what is around them: React would give up what the server drew. */
export const LazyGeneralPanels = memo(
  lazyPart(
    import.meta.env.SSR && GeneralPanels,
    () => import('./general-panels').then((loaded) => loaded.GeneralPanels),
    { without: Nothing },
  ),
);
