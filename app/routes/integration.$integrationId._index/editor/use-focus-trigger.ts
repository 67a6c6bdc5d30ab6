import { useEffect, useState } from 'react';

/** Focuses the choice of the trigger once, when script leads to a new integration: that is where its user goes on. */
export function useFocusTrigger(isNew: boolean): void {
  const [focuses] = useState(isNew);
  useEffect(() => {
    if (!focuses || document.activeElement !== document.body) return;
    document
      .querySelector<HTMLElement>('[name="triggerConfig.type"]:checked')
      ?.focus({ preventScroll: true });
  }, [focuses]);
}
