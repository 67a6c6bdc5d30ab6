import { lazyFields } from '../form/fields/lazy-fields';
import { SecretField } from './secret-field';

/** Loaded after the page, since the trigger is folded on most visits. */
export const LazySecretField = lazyFields(
  import.meta.env.SSR && SecretField,
  () => import('./secret-field').then((loaded) => loaded.SecretField),
  ({ field }) => [field],
);
