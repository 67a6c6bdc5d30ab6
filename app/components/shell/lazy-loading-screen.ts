import { useEffect } from 'react';
import { lazyComponent } from '../network/lazy-component';

const load = () =>
  import('./loading-screen').then(
    (loaded) => loaded.LoadingScreen,
    () => () => null,
  );

export const LazyLoadingScreen = lazyComponent(load, () => false);

/** Fetches the script before a wait, for then the network is slow. */
export function usePreloadLoadingScreen(): void {
  useEffect(() => void load(), []);
}
