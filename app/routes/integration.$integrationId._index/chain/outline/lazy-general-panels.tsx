import { memo } from 'react';
import { lazyPart } from '~/components/network/lazy-part';
import { lossTexts } from '~/failures';
import { GeneralPanelText } from './general-panels';

/**
 * The text inside a panel, loaded on demand. The panel itself is not, so that it stays open. Memoized, because React would discard
 * the server-rendered markup when its surroundings render again.
 */
export const LazyGeneralPanelText = memo(
  lazyPart(
    import.meta.env.SSR && GeneralPanelText,
    () => import('./general-panels').then((loaded) => loaded.GeneralPanelText),
    { without: () => lossTexts.network },
  ),
);
