import { useEffect } from 'react';
import { isTyped } from '~/components/network/typed-values';

/** Tells a form what was typed into it before script ran, so that it counts as unsaved from the beginning. */
export function usePreHydrationInput(formId: string): void {
  useEffect(() => {
    const form = document.getElementById(formId);
    if (!(form instanceof HTMLFormElement)) return;
    // Of one field: the whole form is read then.
    const typed = [...form.elements].find(isTyped);
    typed?.dispatchEvent(new Event('input', { bubbles: true }));
  }, [formId]);
}
