/**
 * Replaces the selected text of a field as if the user typed there, so that the form and React notice it. The browser's own
 * undo (Ctrl+Z) takes it back, unless the browser does not have the command for that.
 */
export function insertText(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  field.focus();
  // Deprecated, but there is no other way to change a field that undo knows.
  if (document.execCommand?.('insertText', false, text)) return;
  const { selectionStart, selectionEnd, value } = field;
  field.setRangeText(text, selectionStart ?? 0, selectionEnd ?? value.length, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
