// Few chains have loops, so this part is loaded where there is one.
import { lazyFields } from '../../form/fields/lazy-fields';
import { LoopPart } from './loop-part';

export const LazyLoopPart = lazyFields(
  import.meta.env.SSR && LoopPart,
  () => import('./loop-part').then((loaded) => loaded.LoopPart),
  ({ list }) => [list],
);
