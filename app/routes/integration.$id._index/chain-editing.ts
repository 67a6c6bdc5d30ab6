import { useFormMetadata } from '@conform-to/react';
import { useToasts } from '~/components/ui/toast';
import { editForm, type FormEdit } from './edit-chain';
import type { EditorForm } from './editor-schema';
import { adjustedTitle } from './step-notices';
import { readTypedForm } from './typed-form';

/** Deletes or moves a call of the form in the browser, and says what that broke. */
export function useChainEditing(): (edit: FormEdit) => void {
  const form = useFormMetadata<EditorForm>();
  const { add } = useToasts();
  return (edit) => {
    const { value, isPlain, broken } = editForm(readTypedForm(form.id), edit);
    if (!isPlain) form.update({ value: value as EditorForm });
    else if (edit.kind === 'delete') form.remove({ name: 'apiCalls', index: edit.index });
    else form.reorder({ name: 'apiCalls', from: edit.index, to: edit.to });
    if (broken.length === 0) return;
    add({ tone: 'destructive', title: adjustedTitle, description: broken.join(' '), durationMs: 10_000 });
  };
}
