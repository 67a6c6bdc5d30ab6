import { useEffect, useState } from 'react';

/** For a list whose rows open: a press anywhere on a row is one on its link. For the mouse; keys have the link. */
export function usePressableRows() {
  const [list, setList] = useState<HTMLUListElement | null>(null);
  useEffect(() => {
    list?.addEventListener('click', pressLink);
    return () => list?.removeEventListener('click', pressLink);
  }, [list]);
  return setList;
}

/** Not on a press on the row's controls, nor at the end of selecting a text. */
function pressLink({ target }: MouseEvent): void {
  if (!(target instanceof Element) || target.closest('a, button, input, label')) return;
  if (window.getSelection()?.isCollapsed === false) return;
  target.closest('[data-row]')?.querySelector<HTMLAnchorElement>('a[aria-expanded]')?.click();
}
