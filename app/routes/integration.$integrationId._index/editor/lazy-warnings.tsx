import { lazyPart, Nothing } from '~/components/network/lazy-part';
import { Warnings } from './warnings';

/** Loaded after the page, with the rules of what is doubtful: nothing waits for it. */
export const LazyWarnings = lazyPart(
  import.meta.env.SSR && Warnings,
  () => import('./warnings').then((loaded) => loaded.Warnings),
  { without: Nothing },
);
