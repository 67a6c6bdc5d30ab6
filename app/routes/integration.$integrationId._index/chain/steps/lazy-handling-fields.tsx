// Few calls have rules, so their fields are loaded only for those.
import { lazyFields } from '../../form/fields/lazy-fields';
import { HandlingFields } from './handling-fields';

export const LazyHandlingFields = lazyFields(
  import.meta.env.SSR && HandlingFields,
  () => import('./handling-fields').then((loaded) => loaded.HandlingFields),
  ({ step }) => {
    const { statusCodeActions, defaultAction, defaultNotificationEmail } = step.getFieldset();
    return [statusCodeActions, defaultAction, defaultNotificationEmail];
  },
);
