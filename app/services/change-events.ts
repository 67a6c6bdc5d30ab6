import type { ChangeEvents } from '~/context';

interface Subscriber {
  onChange: () => void;
}

/**
 * Tells the screens of this process about writes of this process; those of another process they find by polling. Almost always
 * nobody looks: a map is asked by a text as it is, where an emitter's object would first have to make it a name of its own.
 */
export function createChangeEvents(): ChangeEvents {
  // A list never changes: who comes or leaves while one is gone through is in the next.
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
