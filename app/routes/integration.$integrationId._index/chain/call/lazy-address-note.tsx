import { lazyPart } from '~/components/network/lazy-part';
import { AddressNote } from './address-note';

/** Until its script is loaded, or when loading fails, the list of warnings says the same. */
export const LazyAddressNote = lazyPart(import.meta.env.SSR && AddressNote, () =>
  import('./address-note').then((loaded) => loaded.AddressNote),
);
