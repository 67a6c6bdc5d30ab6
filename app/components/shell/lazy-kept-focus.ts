import { lazyPart, Nothing } from '../network/lazy-part';

/** Loaded when the page already works: it does nothing until a form is sent. Used once, in the whole page. */
export const LazyKeptFocus = lazyPart<object>(
  import.meta.env.SSR && Nothing,
  () => import('./kept-focus').then((loaded) => loaded.KeptFocus),
  { without: Nothing },
);
