import { useEffect } from 'react';
import { isTyped } from '~/components/network/typed-values';

/** Makes the form count as unsaved when the user typed into it before hydration. */
export function usePreHydrationInput(formId: string): void {
  useEffect(() => {
    const form = document.getElementById(formId);
    if (!(form instanceof HTMLFormElement)) return;
    // One event is enough, since the whole form is read then.
    const typed = [...form.elements].find(isTyped);
    typed?.dispatchEvent(new Event('input', { bubbles: true }));
  }, [formId]);
}
