import { useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * False on the server and during hydration, true ever after. For what is of use only with script: render it, but keep
 * it `invisible` until then, so that nothing shifts and nobody without script meets a dead control.
 */
export function useHydrated() {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
