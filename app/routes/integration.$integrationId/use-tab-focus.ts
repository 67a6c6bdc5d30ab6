import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Whether the tabs had the focus when the previous page was left. */
let hadFocus = false;

/** Keeps the focus on the pressed tab, although each step renders its own tabs. */
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
