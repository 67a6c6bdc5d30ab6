// Few calls have conditions, so their fields are loaded after the page.
import { lazyFields } from '../../form/fields/lazy-fields';
import { ConditionFields } from './condition-fields';

export const LazyConditionFields = lazyFields(
  import.meta.env.SSR && ConditionFields,
  () => import('./condition-fields').then((loaded) => loaded.ConditionFields),
  ({ step }) => {
    const { conditions, match, nextApiCallId, otherwise } = step.getFieldset();
    return [conditions, match, nextApiCallId, otherwise];
  },
);
