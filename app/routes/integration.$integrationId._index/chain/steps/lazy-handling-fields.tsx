// Few calls have rules, so their fields are loaded where there are some.
import { lazyPart } from '~/components/network/lazy-part';
import { StoredValues } from '../../form/fields/stored-values';
import { HandlingFields, type HandlingFieldsProps } from './handling-fields';

export const LazyHandlingFields = lazyPart(
  import.meta.env.SSR && HandlingFields,
  () => import('./handling-fields').then((loaded) => loaded.HandlingFields),
  { until: KeptHandling, without: KeptHandling },
);

function KeptHandling({ step }: HandlingFieldsProps) {
  const { statusCodeActions, defaultAction, defaultNotificationEmail } = step.getFieldset();
  const fields = statusCodeActions.getFieldList().flatMap((rule) => {
    const { retryConfig, ...others } = rule.getFieldset();
    return Object.values(others).concat(Object.values(retryConfig.getFieldset()));
  });
  return <StoredValues fields={[defaultAction, defaultNotificationEmail, ...fields]} />;
}
