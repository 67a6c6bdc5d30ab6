import { lazyPart } from '~/components/network/lazy-part';

/** Loaded on demand: only long chains have it, and it needs script. */
export const LazyOutlineFilter = lazyPart(false, () =>
  import('./outline-filter').then((loaded) => loaded.OutlineFilter),
);
