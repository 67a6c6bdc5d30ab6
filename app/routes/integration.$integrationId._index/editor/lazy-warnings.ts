import { lazyPart, Nothing } from '~/components/network/lazy-part';
import { Warnings } from './warnings';

/** Loaded after the page: what is checked for them is more than the page itself needs. */
export const LazyWarnings = lazyPart(
  import.meta.env.SSR && Warnings,
  () => import('./warnings').then((loaded) => loaded.Warnings),
  { without: Nothing },
);
