import { lazyPart, Nothing } from '~/components/network/lazy-part';
import { InUseWarning } from './in-use-warning';

/** Shown only without script: with script, a dialog asks. */
export const LazyInUseWarning = lazyPart(
  import.meta.env.SSR && InUseWarning,
  () => import('./in-use-warning').then((loaded) => loaded.InUseWarning),
  { without: Nothing },
);
