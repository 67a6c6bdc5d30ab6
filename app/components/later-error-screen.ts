import { type ComponentProps, type FunctionComponent, useEffect } from 'react';
import { lossTexts } from '../failures';
import { ErrorScreen } from './error-screen';
import { later } from './later';

const load = () => import('./error-screen').then((loaded) => loaded.ErrorScreen);

/** No page begins with its script. The server, which must not wait, has it already. */
export const LaterErrorScreen: FunctionComponent<ComponentProps<typeof ErrorScreen>> = import.meta.env.SSR
  ? ErrorScreen
  : later(
      () => load().catch(() => () => lossTexts.unexpected),
      () => false,
    );

/** Fetches the script before an error, for then the network may be gone. Stands once, around the whole page. */
export function useErrorScreen(): void {
  useEffect(() => void load().catch(() => undefined), []);
}
