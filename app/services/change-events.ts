import { EventEmitter } from 'node:events';
import type { ChangeEvents } from '~/context';

/** Tells the screens of this process about writes of this process; those of another process they find by polling. */
export function createChangeEvents(): ChangeEvents {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0);
  return {
    publish: (integrationId) => void emitter.emit(integrationId),
    subscribe(integrationId, onChange) {
      emitter.on(integrationId, onChange);
      return () => void emitter.off(integrationId, onChange);
    },
  };
}
