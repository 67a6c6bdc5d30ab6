import { lazyPart, Nothing } from '~/components/network/lazy-part';
import { RenameOffer } from './rename-offer';

/** Loaded when the name of a variable is changed. */
export const LazyRenameOffer = lazyPart(
  import.meta.env.SSR && RenameOffer,
  () => import('./rename-offer').then((loaded) => loaded.RenameOffer),
  { without: Nothing },
);
