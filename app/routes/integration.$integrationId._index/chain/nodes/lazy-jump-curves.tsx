import { lazyPart, Nothing } from '~/components/network/lazy-part';
import { JumpCurves } from './jump-curves';

/** Loaded on demand: few chains have jumps, and the nodes say them in words. */
export const LazyJumpCurves = lazyPart(
  import.meta.env.SSR && JumpCurves,
  () => import('./jump-curves').then((loaded) => loaded.JumpCurves),
  { without: Nothing },
);
