import { useEffect } from 'react';

/** Focuses the choice of the trigger once it is rendered for a new integration: that is where the user goes on. */
export function useFocusTrigger(isNew: boolean): void {
  useEffect(() => {
    if (!isNew || document.activeElement !== document.body) return;
    document
      .querySelector<HTMLElement>('[name="triggerConfig.type"]:checked')
      ?.focus({ preventScroll: true });
  }, [isNew]);
}
