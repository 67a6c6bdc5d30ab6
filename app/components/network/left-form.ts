// Keeps what the user typed into a form of this page, which this tab leaves because another one switched the organization.
import { keepTyping } from './kept-typing';

/** Keeps the first form that is marked for that and was changed; none where nothing was typed. */
export function keepLeftForm(): void {
  const forms = document.querySelectorAll<HTMLFormElement>('form[data-keeps-typing]');
  const left = [...forms].find((form) => [...form.elements].some(isChanged));
  if (left) keepTyping(new FormData(left), 'left');
}

function isChanged(element: Element): boolean {
  if (element instanceof HTMLSelectElement) {
    // Without a chosen one the browser selects the first.
    const { options } = element;
    const own = [...options].find(({ defaultSelected }) => defaultSelected) ?? options[0];
    return own !== undefined && element.value !== own.value;
  }
  if (element instanceof HTMLTextAreaElement) return element.value !== element.defaultValue;
  if (!(element instanceof HTMLInputElement) || element.type === 'hidden') return false;
  return /^(checkbox|radio)$/.test(element.type)
    ? element.checked !== element.defaultChecked
    : element.value !== element.defaultValue;
}
