import type { FormMetadata } from '@conform-to/react';
import type { useToasts } from '~/components/ui/toast';
import type { CallForm, EditorForm } from '../../form/editor-form';
import { readCurrentForm } from '../../form/read-form';
import { listOf } from '../../form/variable-scope';
import { insertText } from '../../form/insert-text';
import { readCommand } from './read-command';

interface Pasted {
  form: FormMetadata<EditorForm>;
  add: ReturnType<typeof useToasts>['add'];
  /** The index of the call. */
  index: number;
  /** The URL field of the call, and the text that was pasted into it. */
  field: HTMLInputElement;
  text: string;
}

/** Fills a call from a cURL command; a command that cannot be read is pasted as text. */
export function fillFromCommand({ form, add, index, field, text }: Pasted): void {
  const { fields, notes = [] } = readCommand(text, listOf(readCurrentForm(form.id)?.apiCalls)[index]) ?? {};
  const description = notes.join(' ');
  if (!fields) {
    insertText(field, text);
    add({ tone: 'destructive', title: 'This cURL command could not be read', description });
    return;
  }
  form.update({ name: `apiCalls[${index}]`, value: fields as CallForm });
  add({
    tone: 'success',
    title: 'Call filled in from the cURL command',
    description,
    durationMs: notes.length > 0 ? 10_000 : 3000,
  });
  // The update renders the fields anew, which loses the focus.
  requestAnimationFrame(() => document.getElementById(field.id)?.focus());
}
