import { useEffect, useState } from 'react';

/** Makes a click anywhere on a row of a list press the row's link. This is for pointers; keyboards use the link. */
export function usePressableRows() {
  const [list, setList] = useState<HTMLUListElement | null>(null);
  useEffect(() => {
    list?.addEventListener('click', pressLink);
    return () => list?.removeEventListener('click', pressLink);
  }, [list]);
  return setList;
}

/** Presses the link, but not for a click on one of the row's controls or at the end of a text selection. */
function pressLink({ target }: MouseEvent): void {
  if (!(target instanceof Element) || target.closest('a, button, input, label')) return;
  if (window.getSelection()?.isCollapsed === false) return;
  target.closest('[data-row]')?.querySelector<HTMLAnchorElement>('a[aria-expanded]')?.click();
}
