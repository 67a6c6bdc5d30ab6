// Few calls are repeated, so these fields are loaded behind the page.
import { useEffect } from 'react';
import { lazyFields } from '../../form/fields/lazy-fields';
import { loadWaitFields } from './lazy-wait-fields';
import { RepeatFields } from './repeat-fields';

const load = () => import('./repeat-fields').then((loaded) => loaded.RepeatFields);

export const LazyRepeatFields = lazyFields(import.meta.env.SSR && RepeatFields, load, ({ repeat }) => [
  repeat,
]);

/** Has these fields, and those of a wait, there before one asks for them, and also when there is no network by then. */
export function usePreloadMore(): void {
  useEffect(() => void Promise.all([load(), loadWaitFields()]).catch(() => undefined), []);
}
