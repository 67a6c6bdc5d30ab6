import { useFormMetadata } from '@conform-to/react';
import { useEffect } from 'react';
import { useToasts } from '~/components/ui/toast';
import type { IndexedEdit } from './edit-chain';
import type { EditorForm } from '../../form/editor-form';
import { useAnnounce } from './chain-announcer';
import { adjustedId, adjustedTitle } from './step-messages';
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
    if (!isPlain) form.update({ value: value as EditorForm });
    else if (edit.kind === 'delete') form.remove({ name: 'apiCalls', index: edit.index });
    else form.reorder({ name: 'apiCalls', from: edit.index, to: edit.to });
    if (edit.kind === 'move')
      announce(`${label} moved to position ${edit.to + 1} of ${listOf(current?.apiCalls).length}`);
    else if (!isPlain) {
      offerUndo({ before: current, name: 'apiCalls', index: edit.index, after: value as CurrentForm });
      void focusCallBeside(form.id, edit.index);
    }
    if (broken.length === 0) return;
    add({
      id: adjustedId(current, edit.index),
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
