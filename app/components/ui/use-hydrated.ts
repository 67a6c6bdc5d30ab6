import { useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * False on the server and during hydration, true afterwards. For controls that work only with script: render them, but keep them
 * `invisible` until this is true. So nothing shifts, and people without script see no control that does nothing.
 */
export function useHydrated() {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
