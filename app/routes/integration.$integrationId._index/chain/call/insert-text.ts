/** Replaces the selected text of a field as if the user typed there. */
export function insertText(field: HTMLInputElement, text: string): void {
  const { selectionStart, selectionEnd, value } = field;
  field.setRangeText(text, selectionStart ?? 0, selectionEnd ?? value.length, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
