// Before few calls is anything waited for, so these fields are loaded behind the page.
import { lazyFields } from '../../form/fields/lazy-fields';
import { WaitFields } from './wait-fields';

export const loadWaitFields = () => import('./wait-fields').then((loaded) => loaded.WaitFields);

export const LazyWaitFields = lazyFields(import.meta.env.SSR && WaitFields, loadWaitFields, ({ wait }) => [
  wait,
]);
