// Keeps what the user typed into a form of this page, which this tab leaves because another one switched the organization.
import { keepTyping } from './kept-typing';
import { isTyped } from './typed-values';

/**
 * Keeps the first form that is marked for that and was changed, or has an error: a form that was refused is rendered with what it
 * sent. None where nothing was typed.
 */
export function keepLeftForm(): void {
  const forms = document.querySelectorAll<HTMLFormElement>('form[data-keeps-typing]');
  const left = [...forms].find(
    (form) => [...form.elements].some(isChanged) || form.querySelector('[aria-invalid=true]'),
  );
  if (left) keepTyping(new FormData(left), 'left');
}

function isChanged(element: Element): boolean {
  return !(element instanceof HTMLInputElement && element.type === 'hidden') && isTyped(element);
}
