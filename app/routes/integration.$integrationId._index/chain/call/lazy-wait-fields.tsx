// Few calls have a wait, so these fields are loaded after the page.
import { lazyFields } from '../../form/fields/lazy-fields';
import { WaitFields } from './wait-fields';

export const loadWaitFields = () => import('./wait-fields').then((loaded) => loaded.WaitFields);

export const LazyWaitFields = lazyFields(import.meta.env.SSR && WaitFields, loadWaitFields, ({ wait }) => [
  wait,
]);
