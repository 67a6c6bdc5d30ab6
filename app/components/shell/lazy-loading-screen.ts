import { useEffect } from 'react';
import { lazyPart } from '../network/lazy-part';

/** The loading screen; the server never renders it. */
export const LazyLoadingScreen = lazyPart(false, () =>
  import('./loading-screen').then((loaded) => loaded.LoadingScreen),
);

/** Loads the script before a wait, since the network is then slow. */
export function usePreloadLoadingScreen(): void {
  useEffect(() => LazyLoadingScreen.preload(), []);
}
