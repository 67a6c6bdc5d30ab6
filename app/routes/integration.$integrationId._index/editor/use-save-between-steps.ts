import { useEffect } from 'react';

/**
 * While something is not saved, a link to the other step presses the button that saves and goes there. A link that is
 * to open elsewhere is left alone.
 */
export function useSaveBetweenSteps(isUnsaved: boolean, nextUrl: string, buttonId: string): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const press = (event: MouseEvent) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (link?.pathname !== nextUrl || link.search || link.origin !== window.location.origin) return;
      event.preventDefault();
      document.getElementById(buttonId)?.click();
    };
    // Listens in the capture phase, before the link itself handles the press.
    document.addEventListener('click', press, true);
    return () => document.removeEventListener('click', press, true);
  }, [isUnsaved, nextUrl, buttonId]);
}
