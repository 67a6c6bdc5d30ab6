import { useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * Returns false on the server and during hydration, true afterwards. For controls that work only with script: render them, but
 * keep them `invisible` until this is true. Then nothing shifts, and people without script see no control without effect.
 */
export function useHydrated() {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
