import { useEffect } from 'react';
import { lossTexts } from '../../failures';
import { lazyPart } from '../network/lazy-part';
import { ErrorScreen, type ErrorScreenProps } from './error-screen';

/** The error screen, loaded late: few pages begin with its script. */
export const LazyErrorScreen = lazyPart<ErrorScreenProps>(
  import.meta.env.SSR && ErrorScreen,
  () => import('./error-screen').then((loaded) => loaded.ErrorScreen),
  { without: () => lossTexts.unexpected },
);

type Viewer = ErrorScreenProps['viewer'];

let lastViewer: Viewer;

/** Returns the last viewer in this browser, for a root that cannot be read. On the server there is never one. */
export function findLastViewer(): Viewer {
  return lastViewer;
}

/** Loads the script before an error, since the network may then be gone. Used once, around the whole page. */
export function usePreloadErrorScreen(viewer: Viewer): void {
  useEffect(() => {
    lastViewer = viewer;
    LazyErrorScreen.preload();
  }, [viewer]);
}
