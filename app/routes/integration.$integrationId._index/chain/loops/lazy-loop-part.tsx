// Few chains have loops, so this part is loaded only for a chain with one.
import { lazyFields } from '../../form/fields/lazy-fields';
import { LoopPart } from './loop-part';

export const LazyLoopPart = lazyFields(
  import.meta.env.SSR && LoopPart,
  () => import('./loop-part').then((loaded) => loaded.LoopPart),
  ({ list }) => [list],
);
