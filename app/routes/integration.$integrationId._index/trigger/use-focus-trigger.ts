import { useEffect } from 'react';

/**
 * Focuses the choice of the trigger once it is rendered for a new integration: that is where the user goes on. Until then the
 * page's heading may have the focus, as on each page that a form leads to.
 */
export function useFocusTrigger(isNew: boolean): void {
  useEffect(() => {
    if (!isNew || !document.activeElement?.matches('body, h1')) return;
    document
      .querySelector<HTMLElement>('[name="triggerConfig.type"]:checked')
      ?.focus({ preventScroll: true });
  }, [isNew]);
}
