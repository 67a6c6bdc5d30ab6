import { useEffect } from 'react';
import { later } from './later';

const load = () =>
  import('./waiting-screen').then(
    (loaded) => loaded.WaitingScreen,
    () => () => null,
  );

export const LaterWaitingScreen = later(load, () => false);

/** Fetches the script before a wait, for then the network is slow. */
export function useWaitingScreen(): void {
  useEffect(() => void load(), []);
}
