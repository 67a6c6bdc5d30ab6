import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Whether the tab that leads to the other step had the focus as its page went. */
let hadFocus = false;

/** Each step draws its own tabs: the focus goes on from the tab that was pressed to the same one on the next page. */
export function useTabFocus(): RefObject<HTMLDivElement> {
  const tabs = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const own = tabs.current;
    if (hadFocus) own?.querySelector<HTMLElement>('[aria-current]')?.focus({ preventScroll: true });
    hadFocus = false;
    return () => void (hadFocus = own?.contains(document.activeElement) ?? false);
  }, []);
  return tabs;
}
