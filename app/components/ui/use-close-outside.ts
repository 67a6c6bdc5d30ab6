import { type RefObject, useEffect } from 'react';

/** Closes a `<details>` by a press outside, and when the focus leaves it. */
export function useCloseOnOutsideClick(details: RefObject<HTMLDetailsElement>): void {
  useEffect(() => {
    const { current } = details;
    if (!current) return;
    const closeFromOutside = ({ target }: Event) => {
      if (target instanceof Node && !current.contains(target)) current.open = false;
    };
    document.addEventListener('pointerdown', closeFromOutside);
    document.addEventListener('focusin', closeFromOutside);
    return () => {
      document.removeEventListener('pointerdown', closeFromOutside);
      document.removeEventListener('focusin', closeFromOutside);
    };
  }, [details]);
}
