import { useFormMetadata } from '@conform-to/react';
import { useEffect } from 'react';
import { useToasts } from '~/components/ui/toast';
import type { IndexedEdit } from './edit-chain';
import type { EditorForm } from '../../form/editor-form';
import { adjustedTitle } from './step-messages';
import { readCurrentForm } from '../../form/read-form';
import { focusCallBeside } from './use-follow-focus';

/** Without it a call is moved with what is in it, and the save says what became wrong. */
async function loadEditForm() {
  const loaded = await import('./edit-chain').catch(() => undefined);
  return loaded?.applyChainEdit ?? (() => ({ value: {}, isPlain: true, broken: [] }));
}

/** Has what the first press needs there before it. */
export function usePreloadChainEdits(): void {
  useEffect(() => void loadEditForm(), []);
}

/** Deletes or moves a call of the form in the browser, and says what that broke. */
export function useChainEdits(): (edit: IndexedEdit) => Promise<void> {
  const form = useFormMetadata<EditorForm>();
  const { add } = useToasts();
  return async (edit) => {
    const editForm = await loadEditForm();
    const { value, isPlain, broken } = editForm(readCurrentForm(form.id), edit);
    if (!isPlain) form.update({ value: value as EditorForm });
    else if (edit.kind === 'delete') form.remove({ name: 'apiCalls', index: edit.index });
    else form.reorder({ name: 'apiCalls', from: edit.index, to: edit.to });
    if (!isPlain && edit.kind === 'delete') void focusCallBeside(form.id, edit.index);
    if (broken.length === 0) return;
    add({ tone: 'destructive', title: adjustedTitle, description: broken.join(' '), durationMs: 10_000 });
  };
}
