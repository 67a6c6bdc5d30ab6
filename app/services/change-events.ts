import type { ChangeEvents } from '~/context';

interface Subscriber {
  onChange: () => void;
}

/**
 * Tells open screens that are served by this process about writes of this process. Writes of other processes are found by
 * polling. Usually nobody listens, so the look-up has to be cheap: a Map takes a string key as it is, while the object inside
 * an EventEmitter would first have to intern it.
 */
export function createChangeEvents(): ChangeEvents {
  // A list of listeners never changes. A listener that is added or removed while a list is walked through appears in, or is
  // missing from, the next list.
  const subscribers = new Map<string, readonly Subscriber[]>();
  return {
    publish(integrationId) {
      for (const { onChange } of subscribers.get(integrationId) ?? []) onChange();
    },
    subscribe(integrationId, onChange) {
      const subscriber = { onChange };
      subscribers.set(integrationId, [...(subscribers.get(integrationId) ?? []), subscriber]);
      return () => {
        const left = (subscribers.get(integrationId) ?? []).filter((each) => each !== subscriber);
        if (left.length > 0) subscribers.set(integrationId, left);
        else subscribers.delete(integrationId);
      };
    },
  };
}
