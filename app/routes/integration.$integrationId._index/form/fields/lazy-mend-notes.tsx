import { lazyPart, Nothing } from '~/components/network/lazy-part';
import { FilterNotes, MendNotes } from './mend-notes';

/** Loaded when a placeholder is unknown. */
export const LazyMendNotes = lazyPart(
  import.meta.env.SSR && MendNotes,
  () => import('./mend-notes').then((loaded) => loaded.MendNotes),
  { without: Nothing },
);

/** Loaded when a text has a bar, as before a filter. */
export const LazyFilterNotes = lazyPart(
  import.meta.env.SSR && FilterNotes,
  () => import('./mend-notes').then((loaded) => loaded.FilterNotes),
  { without: Nothing },
);
