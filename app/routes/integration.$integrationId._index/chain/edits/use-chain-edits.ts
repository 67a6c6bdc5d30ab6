import { useFormMetadata } from '@conform-to/react';
import { useEffect } from 'react';
import { useToasts } from '~/components/ui/toast';
import type { IndexedEdit } from './edit-chain';
import type { EditorForm } from '../../form/editor-form';
import { useAnnounce } from './chain-announcer';
import { adjustedTitle } from './step-messages';
import { readCurrentForm } from '../../form/read-form';
import { type CurrentForm, listOf } from '../../form/variable-scope';
import { useOfferUndo } from './undo-deletion';
import { focusCallBeside } from './use-follow-focus';

/** Loads the edit. When that fails, a call is moved with its steps, and the save reports what became wrong. */
async function loadEditForm() {
  const loaded = await import('./edit-chain').catch(() => undefined);
  return loaded?.applyChainEdit ?? (() => ({ value: {}, isPlain: true, broken: [] }));
}

/** Loads the script of the edits before the first press. */
export function usePreloadChainEdits(): void {
  useEffect(() => void loadEditForm(), []);
}

/** Returns a function that deletes or moves a call in the browser and tells the user what changed and what broke. */
export function useChainEdits(): (edit: IndexedEdit, label: string) => Promise<void> {
  const form = useFormMetadata<EditorForm>();
  const announce = useAnnounce();
  const { add } = useToasts();
  const offerUndo = useOfferUndo();
  return async (edit, label) => {
    const element = document.getElementById(form.id);
    // Another edit is still loading its script and will change the calls' indexes.
    if (!(element instanceof HTMLFormElement) || element.ariaBusy) return;
    const release = holdSubmits(element);
    const editForm = await loadEditForm();
    const current = readCurrentForm(form.id);
    const { value, isPlain, broken } = editForm(current, edit);
    release();
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

/** Holds back saves and other presses, which would go without the edit. The result sends them once the edit is rendered. */
function holdSubmits(form: HTMLFormElement): () => void {
  const held: SubmitEvent[] = [];
  const hold = (event: SubmitEvent) => {
    event.preventDefault();
    event.stopPropagation();
    held.push(event);
  };
  form.ariaBusy = 'true';
  form.addEventListener('submit', hold, true);
  return () => {
    form.ariaBusy = null;
    form.removeEventListener('submit', hold, true);
    requestAnimationFrame(() => {
      for (const { submitter } of held) if (submitter?.isConnected) form.requestSubmit(submitter);
    });
  };
}
