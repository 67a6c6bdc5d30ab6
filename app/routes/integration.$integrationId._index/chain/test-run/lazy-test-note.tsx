import { lazyPart, Nothing } from '~/components/network/lazy-part';
import { TestNote } from './test-note';

/** Loaded when a test shows its first node, since few visits show one. */
export const LazyTestNote = lazyPart(
  import.meta.env.SSR && TestNote,
  () => import('./test-note').then((loaded) => loaded.TestNote),
  { without: Nothing },
);
