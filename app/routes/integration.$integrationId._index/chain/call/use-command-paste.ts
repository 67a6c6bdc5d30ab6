import { useFormMetadata } from '@conform-to/react';
import type { ClipboardEvent } from 'react';
import { useToasts } from '~/components/ui/toast';
import type { EditorForm } from '../../form/editor-form';
import { insertText } from '../../form/insert-text';

/** Matches a cURL command as people copy it, with or without a prompt before it. */
const command = /^\s*(?:[$%>]\s*)?curl(?:\.exe)?\s/i;

/** Returns the paste handler of a call's URL: a pasted cURL command fills the call; other text is pasted as usual. */
export function useCommandPaste(index: number): (event: ClipboardEvent<HTMLInputElement>) => void {
  const form = useFormMetadata<EditorForm>();
  const { add } = useToasts();

  async function fill(field: HTMLInputElement, text: string) {
    const loaded = await import('./fill-from-command').catch(() => undefined);
    if (loaded) loaded.fillFromCommand({ form, add, index, field, text });
    else insertText(field, text);
  }

  return (event) => {
    const text = event.clipboardData.getData('text/plain');
    if (!command.test(text) || event.currentTarget.readOnly) return;
    event.preventDefault();
    void fill(event.currentTarget, text);
  };
}
