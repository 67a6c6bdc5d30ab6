import { useEffect } from 'react';

/**
 * Makes a link to the next step press the button that saves and goes there, while something is not saved. A link that
 * opens in another tab or window is left alone.
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
    // Listens in the capture phase, before the link itself handles the click.
    document.addEventListener('click', press, true);
    return () => document.removeEventListener('click', press, true);
  }, [isUnsaved, nextUrl, buttonId]);
}
