// Few calls are repeated, so these fields are loaded behind the page.
import { lazyFields } from '../../form/fields/lazy-fields';
import { RepeatFields } from './repeat-fields';

export const LazyRepeatFields = lazyFields(
  import.meta.env.SSR && RepeatFields,
  () => import('./repeat-fields').then((loaded) => loaded.RepeatFields),
  ({ repeat }) => [repeat],
);
