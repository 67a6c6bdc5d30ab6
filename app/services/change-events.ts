import type { ChangeEvents } from '~/context';

/**
 * Tells the screens of this process about writes of this process; those of another process they find by polling. Almost always
 * nobody looks: a map is asked by a text as it is, where an emitter's object would first have to make it a name of its own.
 */
export function createChangeEvents(): ChangeEvents {
  const subscribers = new Map<string, Set<{ onChange: () => void }>>();
  return {
    publish(integrationId) {
      const found = subscribers.get(integrationId);
      if (!found) return;
      // One that leaves meanwhile keeps no other from hearing of it.
      for (const { onChange } of [...found]) onChange();
    },
    subscribe(integrationId, onChange) {
      const subscriber = { onChange };
      const found = subscribers.get(integrationId) ?? new Set();
      subscribers.set(integrationId, found.add(subscriber));
      return () => {
        found.delete(subscriber);
        if (found.size === 0 && subscribers.get(integrationId) === found) subscribers.delete(integrationId);
      };
    },
  };
}
