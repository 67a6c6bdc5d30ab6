import { useEffect } from 'react';

/** Loads the script after the page; without it, the focus stays where the browser leaves it. */
function loadFollow() {
  return import('./follow-focus').catch(() => undefined);
}

/** Moves the focus to what a press adds to a form, or to a neighbour of what it removes (WCAG 2.4.3). */
export function useFollowFocus(formId: string): void {
  useEffect(() => {
    const form = document.getElementById(formId);
    const follow = ({ submitter }: SubmitEvent) => {
      const { activeElement } = document;
      void loadFollow().then((loaded) => loaded?.followFocus(formId, submitter, activeElement));
    };
    form?.addEventListener('submit', follow);
    void loadFollow();
    return () => form?.removeEventListener('submit', follow);
  }, [formId]);
}

/** Moves the focus to a neighbour of a removed call, when its removal changed other steps. */
export async function focusCallBeside(formId: string, removed: number): Promise<void> {
  (await loadFollow())?.focusNeighbour(formId, 'apiCalls', removed);
}
