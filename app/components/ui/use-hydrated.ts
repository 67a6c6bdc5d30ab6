import { startTransition, useEffect, useRef, useState, useSyncExternalStore } from 'react';

const never = () => () => {};
const yes = () => true;

/**
 * Returns false on the server and during hydration, true soon afterwards. For controls that work only with script: render them,
 * but keep them `invisible` until this is true. Then nothing shifts, and people without script see no control without effect.
 */
export function useHydrated(): boolean {
  return useBrowserValue(yes) ?? false;
}

/**
 * Returns what only the browser knows, and follows it: undefined on the server and during hydration, then what `read` returns.
 * A component that is mounted later gets it at once.
 *
 * React renders the users of an external store together and in one piece, which after hydration takes a telephone 100 ms and
 * more. A transition is rendered in small pieces, and what the user does meanwhile comes first.
 *
 * @param read the same function in each render, as is `subscribe`
 */
export function useBrowserValue<Value>(
  read: () => Value,
  subscribe: (onChange: () => void) => () => void = never,
): Value | undefined {
  const isServed = useServed();
  const [value, setValue] = useState(isServed ? undefined : read);
  useEffect(() => {
    const follow = () => startTransition(() => setValue(read));
    const unsubscribe = subscribe(follow);
    follow();
    return unsubscribe;
  }, [read, subscribe]);
  return value;
}

/** Returns whether the component was rendered by the server, and was not mounted later. */
function useServed(): boolean {
  const isServed = useRef(false);
  return useSyncExternalStore(
    never,
    () => isServed.current,
    () => {
      isServed.current = true;
      return true;
    },
  );
}
