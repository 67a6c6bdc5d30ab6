// The scripts behind the buttons of calls, loaded after the page. A press waits for its script, and a save waits for the press.
import { useEffect } from 'react';

export function loadChainEdit() {
  return import('./edit-chain').then((loaded) => loaded.applyChainEdit);
}

export function loadUses() {
  return import('../../form/variable-uses').then((loaded) => loaded.listLaterUses);
}

export function loadCopy() {
  return import('../../form/copy-call').then((loaded) => loaded.duplicateCall);
}

/** Loads the scripts before the first press. */
export function usePreloadPressScripts(): void {
  useEffect(() => {
    for (const load of [loadChainEdit, loadUses, loadCopy]) load().catch(() => undefined);
  }, []);
}

/**
 * Loads the script of a press of a button in the form, which changes the calls or their indexes. Undefined while another press
 * waits for its script: this one is then ignored.
 *
 * @param lost returned when the script cannot be loaded
 */
export async function loadForPress<Loaded, Lost>(
  formId: string,
  load: () => Promise<Loaded>,
  lost: Lost,
): Promise<Loaded | Lost | undefined> {
  const form = document.getElementById(formId);
  if (!(form instanceof HTMLFormElement) || form.ariaBusy) return undefined;
  const release = holdSubmits(form);
  const loaded = await load().catch(() => lost);
  release();
  return loaded;
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
