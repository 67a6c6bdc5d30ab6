// Few calls wait or are repeated, so these fields are loaded after the page.
import { lazyFields } from '../../form/fields/lazy-fields';
import { RepeatFields } from './repeat-fields';
import { WaitFields } from './wait-fields';

export const LazyWaitFields = lazyFields(
  import.meta.env.SSR && WaitFields,
  () => import('./wait-fields').then((loaded) => loaded.WaitFields),
  ({ wait }) => [wait],
);

export const LazyRepeatFields = lazyFields(
  import.meta.env.SSR && RepeatFields,
  () => import('./repeat-fields').then((loaded) => loaded.RepeatFields),
  ({ repeat }) => [repeat],
);
