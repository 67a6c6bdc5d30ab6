import { useNavigation } from '@remix-run/react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { isSave } from '../unsaved/is-save';
import { rebaseForm } from '../unsaved/rebase-edits';
import { nameForm } from './name-form';
import { captureFocus, type FocusSnapshot, restoreFocus } from './restore-focus';

interface Saved {
  /** How often the editor's form was stored, or given up for what was stored, since the page opened. */
  count: number;
  /** What is stored, with what was typed while it was being stored over it, if anything was. */
  edited?: object | undefined;
}

interface ResetOnSaveOptions {
  integrationId: string;
  /** What the form would hold if it was opened now. */
  values: object;
  /** The last save was refused. */
  isRefused: boolean;
  /** Where a save may lead to, and this page is gone by then. */
  nextUrl: string;
  onSaved: () => void;
}

/**
 * The form begins anew with each save, and with nothing else: a newer version that merely happens to be loaded must
 * not replace what is typed. The focus stays where it is.
 */
export function useResetOnSave({ integrationId, values, isRefused, nextUrl, onSaved }: ResetOnSaveOptions) {
  const { state, formData } = useNavigation();
  const [saved, setSaved] = useState<Saved>({ count: 0 });
  const saving = useRef<FormData>(undefined);
  const focus = useRef<FocusSnapshot>(undefined);

  // The form is read and drawn anew in the turn in which the save ends: what is pressed a moment later would be lost.
  useLayoutEffect(() => {
    if (state !== 'idle') {
      saving.current = formData && isSave(formData) ? formData : undefined;
      return;
    }
    const sent = saving.current;
    saving.current = undefined;
    if (!sent || isRefused) return;
    onSaved();
    focus.current = captureFocus();
    const formId = nameForm(integrationId, sent.get('version'));
    const edited = sent.get('intent') === 'theirs' ? undefined : rebaseForm(formId, sent, values);
    setSaved(({ count }) => ({ count: count + 1, edited }));
  }, [state, formData, isRefused, integrationId, values, onSaved]);

  useEffect(
    () => () => {
      if (saving.current && window.location.pathname === nextUrl) onSaved();
    },
    [nextUrl, onSaved],
  );

  useEffect(() => {
    if (saved.count > 0) restoreFocus(focus.current);
  }, [saved.count]);

  return saved;
}
