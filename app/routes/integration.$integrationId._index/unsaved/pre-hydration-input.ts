import { useEffect } from 'react';

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

function isTyped(field: Element): boolean {
  if (field instanceof HTMLSelectElement) {
    return [...field.options].some((option) => option.selected !== option.defaultSelected);
  }
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
  if (!(field instanceof HTMLInputElement)) return false;
  return field.value !== field.defaultValue || field.checked !== field.defaultChecked;
}
