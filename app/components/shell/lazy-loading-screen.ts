import { useEffect } from 'react';
import { lazyPart, Nothing } from '../network/lazy-part';

const load = () => import('./loading-screen').then((loaded) => loaded.LoadingScreen);

/** The server draws none. */
export const LazyLoadingScreen = lazyPart(false, load, { without: Nothing });

/** Fetches the script before a wait, for then the network is slow. */
export function usePreloadLoadingScreen(): void {
  useEffect(() => void load().catch(Nothing), []);
}
