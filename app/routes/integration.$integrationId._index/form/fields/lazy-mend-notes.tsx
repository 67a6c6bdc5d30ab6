import { lazyPart, Nothing } from '~/components/network/lazy-part';
import { MendNotes } from './mend-notes';

/** Loaded when a placeholder is unknown. */
export const LazyMendNotes = lazyPart(
  import.meta.env.SSR && MendNotes,
  () => import('./mend-notes').then((loaded) => loaded.MendNotes),
  { without: Nothing },
);
