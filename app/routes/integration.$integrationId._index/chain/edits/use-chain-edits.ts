import { useFormMetadata } from '@conform-to/react';
import { useEffect } from 'react';
import { useToasts } from '~/components/ui/toast';
import type { IndexedEdit } from './edit-chain';
import type { EditorForm } from '../../form/editor-form';
import { useAnnounce } from './chain-announcer';
import { adjustedTitle } from './step-messages';
import { readCurrentForm } from '../../form/read-form';
import { listOf } from '../../form/variable-scope';
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

/** Deletes or moves a call of the form in the browser, and says that it did and what that broke. */
export function useChainEdits(): (edit: IndexedEdit, label: string) => Promise<void> {
  const form = useFormMetadata<EditorForm>();
  const announce = useAnnounce();
  const { add } = useToasts();
  return async (edit, label) => {
    const element = document.getElementById(form.id);
    // Another edit waits for its script, and changes the places of calls.
    if (!(element instanceof HTMLFormElement) || element.ariaBusy) return;
    const release = holdSubmits(element);
    const editForm = await loadEditForm();
    const current = readCurrentForm(form.id);
    const { value, isPlain, broken } = editForm(current, edit);
    release();
    if (!isPlain) form.update({ value: value as EditorForm });
    else if (edit.kind === 'delete') form.remove({ name: 'apiCalls', index: edit.index });
    else form.reorder({ name: 'apiCalls', from: edit.index, to: edit.to });
    announce(
      edit.kind === 'delete'
        ? `${label} was removed`
        : `${label} moved to position ${edit.to + 1} of ${listOf(current?.apiCalls).length}`,
    );
    if (!isPlain && edit.kind === 'delete') void focusCallBeside(form.id, edit.index);
    if (broken.length === 0) return;
    add({ tone: 'destructive', title: adjustedTitle, description: broken.join(' '), durationMs: 10_000 });
  };
}

/** Has a save and other presses wait, which would go without the edit; what it answers lets them go once that is drawn. */
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
