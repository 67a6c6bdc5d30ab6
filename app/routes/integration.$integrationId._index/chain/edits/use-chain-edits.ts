import { useFormMetadata } from '@conform-to/react';
import { useToasts } from '~/components/ui/toast';
import type { EditedForm, IndexedEdit } from './edit-chain';
import type { EditorForm } from '../../form/editor-form';
import { useAnnounce } from './chain-announcer';
import { loadChainEdit, loadForPress } from './press-scripts';
import { adjustedTitle } from './step-messages';
import { readCurrentForm } from '../../form/read-form';
import { type CurrentForm, listOf } from '../../form/variable-scope';
import { useOfferUndo } from './undo-deletion';
import { focusCallBeside } from './use-follow-focus';

/** Without the script, a call is moved with its steps, and the save reports what became wrong. */
function applyPlainEdit(): EditedForm {
  return { value: {}, isPlain: true, broken: [] };
}

/** Returns a function that deletes or moves a call in the browser and tells the user what changed and what broke. */
export function useChainEdits(): (edit: IndexedEdit, label: string) => Promise<void> {
  const form = useFormMetadata<EditorForm>();
  const announce = useAnnounce();
  const { add } = useToasts();
  const offerUndo = useOfferUndo();
  return async (edit, label) => {
    const applyEdit = await loadForPress(form.id, loadChainEdit, applyPlainEdit);
    if (!applyEdit) return;
    const current = readCurrentForm(form.id);
    const { value, isPlain, broken } = applyEdit(current, edit);
    if (edit.kind === 'delete') {
      // What is removed by its button is offered again by that, without a word about what broke.
      if (isPlain && broken.length === 0) return form.remove({ name: 'apiCalls', index: edit.index });
      form.update({ value: value as EditorForm });
      const after = value as CurrentForm;
      offerUndo({ before: current, name: 'apiCalls', index: edit.index, after, broken });
      return void focusCallBeside(form.id, edit.index);
    }
    if (isPlain) form.reorder({ name: 'apiCalls', from: edit.index, to: edit.to });
    else form.update({ value: value as EditorForm });
    announce(`${label} moved to position ${edit.to + 1} of ${listOf(current?.apiCalls).length}`);
    if (broken.length === 0) return;
    add({
      tone: 'destructive',
      title: adjustedTitle,
      description: broken.join(' '),
      durationMs: 10_000,
    });
  };
}
