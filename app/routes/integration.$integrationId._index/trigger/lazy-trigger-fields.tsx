import { servedFields } from '../form/fields/served-fields';
import { TriggerFields } from './trigger-fields';

/** Loaded after the page, since the trigger is folded on most visits. */
export const LazyTriggerFields = servedFields(
  import.meta.env.SSR && TriggerFields,
  () => import('./trigger-fields').then((loaded) => loaded.TriggerFields),
  ({ trigger }) => [trigger],
);
