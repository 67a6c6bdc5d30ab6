import { lazyPart, Nothing } from '~/components/network/lazy-part';
import { LastTest } from './last-test';

/** Loaded when a test has ended, since few visits show one. */
export const LazyLastTest = lazyPart(
  import.meta.env.SSR && LastTest,
  () => import('./last-test').then((loaded) => loaded.LastTest),
  { without: Nothing },
);
