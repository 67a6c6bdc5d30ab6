import { useEffect } from 'react';

/** Makes Enter in a row go to the next row, or add one after the last, instead of saving the whole form. */
export function useRowKeys(): void {
  useEffect(() => {
    // An open list of variables handles the key before it reaches the document.
    document.addEventListener('keydown', goToNextRow);
    return () => document.removeEventListener('keydown', goToNextRow);
  }, []);
}

function goToNextRow(event: KeyboardEvent): void {
  const { target: field } = event;
  if (event.key !== 'Enter' || event.defaultPrevented || event.isComposing) return;
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  // In a field with the browser's own suggestions, Enter accepts one.
  if (!(field instanceof HTMLInputElement) || field.type === 'checkbox' || field.list) return;
  const row = field.closest('[data-row]');
  if (!row) return;
  event.preventDefault();
  if (event.repeat) return;
  const next = row.nextElementSibling?.querySelector<HTMLElement>('input:not([type=hidden])');
  const add = row.parentElement?.parentElement?.querySelector<HTMLElement>(':scope > button');
  if (next) next.focus();
  else add?.click();
}
