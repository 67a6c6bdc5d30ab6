import { useEffect } from 'react';

/** Its script comes behind the page's; without it the focus stays where the browser leaves it. */
function loadFollow() {
  return import('./follow-focus').catch(() => undefined);
}

/** Has the focus follow what a press adds to a form, or find a neighbour of what it removes (WCAG 2.4.3). */
export function useFollowFocus(formId: string): void {
  useEffect(() => {
    const form = document.getElementById(formId);
    const follow = ({ submitter }: SubmitEvent) =>
      void loadFollow().then((loaded) => loaded?.followFocus(formId, submitter));
    form?.addEventListener('submit', follow);
    void loadFollow();
    return () => form?.removeEventListener('submit', follow);
  }, [formId]);
}

/** The same for a call that was removed with changes to what is around it. */
export async function focusCallBeside(formId: string, removed: number): Promise<void> {
  (await loadFollow())?.focusNeighbour(formId, 'apiCalls', removed);
}
