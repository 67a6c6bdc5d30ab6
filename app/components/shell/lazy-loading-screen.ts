import { useEffect } from 'react';
import { lazyPart, Nothing } from '../network/lazy-part';

const load = () => import('./loading-screen').then((loaded) => loaded.LoadingScreen);

/** The loading screen; the server never renders it. */
export const LazyLoadingScreen = lazyPart(false, load);

/** Loads the script before a wait, since the network is then slow. */
export function usePreloadLoadingScreen(): void {
  useEffect(() => void load().catch(Nothing), []);
}
