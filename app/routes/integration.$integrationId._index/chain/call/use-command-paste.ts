import { useFormMetadata } from '@conform-to/react';
import type { ClipboardEvent } from 'react';
import { useToasts } from '~/components/ui/toast';
import type { CallForm, EditorForm } from '../../form/editor-form';
import { readCurrentForm } from '../../form/read-form';
import { listOf } from '../../form/variable-scope';

/** A command where people copy it from, a prompt before it or not. */
const command = /^\s*(?:[$%>]\s*)?curl(?:\.exe)?\s/i;

/** For a call's URL: a cURL command that is pasted there fills the call; any other text is pasted as ever. */
export function useCommandPaste(index: number): (event: ClipboardEvent<HTMLInputElement>) => void {
  const form = useFormMetadata<EditorForm>();
  const { add } = useToasts();

  async function fill(field: HTMLInputElement, text: string) {
    const loaded = await import('./read-command').catch(() => undefined);
    const current = listOf(readCurrentForm(form.id)?.apiCalls)[index];
    const { fields, notes = [] } = loaded?.readCommand(text, current) ?? {};
    const description = notes.join(' ');
    if (!fields) {
      insertText(field, text);
      add({ tone: 'destructive', title: 'This cURL command was not understood', description });
      return;
    }
    form.update({ name: `apiCalls[${index}]`, value: fields as CallForm });
    add({
      tone: 'success',
      title: 'Call filled in from the cURL command',
      description,
      durationMs: notes.length > 0 ? 10_000 : 3000,
    });
    // The fields are drawn anew.
    requestAnimationFrame(() => document.getElementById(field.id)?.focus());
  }

  return (event) => {
    const text = event.clipboardData.getData('text/plain');
    if (!command.test(text)) return;
    event.preventDefault();
    void fill(event.currentTarget, text);
  };
}

function insertText(field: HTMLInputElement, text: string): void {
  const { selectionStart, selectionEnd, value } = field;
  field.setRangeText(text, selectionStart ?? 0, selectionEnd ?? value.length, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
