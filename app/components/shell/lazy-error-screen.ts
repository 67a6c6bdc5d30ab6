import { useEffect } from 'react';
import { lossTexts } from '../../failures';
import { lazyPart, Nothing } from '../network/lazy-part';
import { ErrorScreen, type ErrorScreenProps } from './error-screen';

const load = () => import('./error-screen').then((loaded) => loaded.ErrorScreen);

/** Few pages begin with its script. */
export const LazyErrorScreen = lazyPart<ErrorScreenProps>(import.meta.env.SSR && ErrorScreen, load, {
  without: () => lossTexts.unexpected,
});

type Viewer = ErrorScreenProps['viewer'];

let lastViewer: Viewer;

/** Who looked last in this browser: a root that cannot be read does not know. On the server it is nobody, ever. */
export function findLastViewer(): Viewer {
  return lastViewer;
}

/** Fetches the script before an error, for then the network may be gone. Stands once, around the whole page. */
export function usePreloadErrorScreen(viewer: Viewer): void {
  useEffect(() => {
    lastViewer = viewer;
    void load().catch(Nothing);
  }, [viewer]);
}
