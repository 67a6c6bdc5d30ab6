import { useEffect } from 'react';

/** Enter in a row goes on to the next one, and from the last it adds one, rather than saving all of the form. */
export function useRowKeys(): void {
  useEffect(() => {
    // Here a list of variables that is open has taken the key already.
    document.addEventListener('keydown', goToNextRow);
    return () => document.removeEventListener('keydown', goToNextRow);
  }, []);
}

function goToNextRow(event: KeyboardEvent): void {
  const { target: field } = event;
  if (event.key !== 'Enter' || event.defaultPrevented || event.isComposing) return;
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  // In a field with proposals of the browser's own, the key takes one.
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
