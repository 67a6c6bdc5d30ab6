import { useLocation } from '@remix-run/react';
import { useSyncExternalStore } from 'react';

const subscribe = (onChange: () => void) => __remixRouter.subscribe(onChange);

/**
 * Returns the address that a navigation leads to, from the press on the link until its end is rendered; undefined when there is
 * no navigation. It comes from the router itself: what `useNavigation` returns is rendered late by a busy browser, and a link
 * that is pressed before that would drop the choice made by the one before it.
 */
export function useNextLocation(): { pathname: string; search: string } | undefined {
  const { key } = useLocation();
  const next = useSyncExternalStore(
    subscribe,
    findTarget,
    import.meta.env.SSR ? () => undefined : findTarget,
  );
  return next?.key === key ? undefined : next;
}

function findTarget() {
  const { navigation, location } = __remixRouter.state;
  return navigation.location ?? location;
}
