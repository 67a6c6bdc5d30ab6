import { type ComponentProps, type FunctionComponent, useEffect } from 'react';
import { lossTexts } from '../../failures';
import { ErrorScreen } from './error-screen';
import { lazyComponent } from '../network/lazy-component';

const load = () => import('./error-screen').then((loaded) => loaded.ErrorScreen);

/** Few pages begin with its script. The server, which must not wait, has it already. */
export const LazyErrorScreen: FunctionComponent<ComponentProps<typeof ErrorScreen>> = import.meta.env.SSR
  ? ErrorScreen
  : lazyComponent(
      () => load().catch(() => () => lossTexts.unexpected),
      () => document.querySelector('[data-error-screen]') !== null,
    );

type Viewer = ComponentProps<typeof ErrorScreen>['viewer'];

let lastViewer: Viewer;

/** Who looked last in this browser: a root that cannot be read does not know. On the server it is nobody, ever. */
export function findLastViewer(): Viewer {
  return lastViewer;
}

/** Fetches the script before an error, for then the network may be gone. Stands once, around the whole page. */
export function usePreloadErrorScreen(viewer: Viewer): void {
  useEffect(() => {
    lastViewer = viewer;
    void load().catch(() => undefined);
  }, [viewer]);
}
