// Few calls have rules, so their fields are loaded where there are some.
import { lazyPart } from '~/components/network/lazy-part';
import { describeStored, StoredValues } from '../../form/fields/stored-values';
import { HandlingFields, type HandlingFieldsProps } from './handling-fields';

export const LazyHandlingFields = lazyPart(
  import.meta.env.SSR && HandlingFields,
  () => import('./handling-fields').then((loaded) => loaded.HandlingFields),
  { until: KeptHandling, without: KeptHandling, drawnFrom: ({ step }) => describeStored(step) },
);

/** Until the script is there, and without it, a save changes nothing. */
export function KeptHandling({ step }: HandlingFieldsProps) {
  const { statusCodeActions, defaultAction, defaultNotificationEmail } = step.getFieldset();
  const fields = statusCodeActions.getFieldList().flatMap((rule) => {
    // Conform lists no fields that are not asked for by name.
    const { statusCodes, when, action, notificationEmail, retryConfig, webhookURL } = rule.getFieldset();
    const { maxRetries, retryDelay, backoffStrategy } = retryConfig.getFieldset();
    const own = [statusCodes, when, action, notificationEmail, webhookURL];
    return own.concat(maxRetries, retryDelay, backoffStrategy);
  });
  return <StoredValues fields={[defaultAction, defaultNotificationEmail, ...fields]} />;
}
