import { useEffect } from 'react';

/**
 * Moves the focus to what a press in the list opened above it, and back to the pressed control once that is closed.
 *
 * @param id of the element to focus
 * @param atLoad whether it also takes the focus when the page is loaded with it
 */
export function useOpenedFocus(id: string, atLoad: boolean): void {
  useEffect(() => {
    const opener = document.activeElement;
    if (atLoad || opener !== document.body) document.getElementById(id)?.focus();
    return () => {
      const focused = document.activeElement;
      // What the user pressed may have moved out of the window with the list below.
      if (focused !== document.body) focused?.scrollIntoView({ block: 'nearest' });
      else if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, [id, atLoad]);
}
