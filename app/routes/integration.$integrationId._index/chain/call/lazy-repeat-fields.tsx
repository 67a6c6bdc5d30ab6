// Few calls are repeated, so these fields are loaded after the page.
import { useEffect } from 'react';
import { lazyFields } from '../../form/fields/lazy-fields';
import { loadWaitFields } from './lazy-wait-fields';
import { RepeatFields } from './repeat-fields';

const load = () => import('./repeat-fields').then((loaded) => loaded.RepeatFields);

export const LazyRepeatFields = lazyFields(import.meta.env.SSR && RepeatFields, load, ({ repeat }) => [
  repeat,
]);

/** Loads these fields and those of a wait in advance, so that the user can open them at once and without a network. */
export function usePreloadMore(): void {
  useEffect(() => void Promise.all([load(), loadWaitFields()]).catch(() => undefined), []);
}
