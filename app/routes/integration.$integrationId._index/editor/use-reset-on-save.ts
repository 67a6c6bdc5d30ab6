import { useNavigation } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { captureFocus, type FocusSnapshot, restoreFocus } from './restore-focus';

interface Saved {
  /** How often the editor's form was stored, or given up for what was stored, since the page opened. */
  count: number;
  /** The form that was stored last. */
  sent?: FormData | undefined;
}

/**
 * The form begins anew with each save, and with nothing else: a newer version that merely happens to be loaded must
 * not replace what is typed. The focus stays where it is.
 *
 * @param isRefused the last answer was no
 * @param nextUrl where a save may lead to, and this page is gone by then
 */
export function useResetOnSave(isRefused: boolean, nextUrl: string, onSaved: () => void): Saved {
  const { state, formData } = useNavigation();
  const [saved, setSaved] = useState<Saved>({ count: 0 });
  const saving = useRef<FormData>(undefined);
  const focus = useRef<FocusSnapshot>(undefined);

  useEffect(() => {
    if (state !== 'idle') {
      saving.current = formData && isSave(formData) ? formData : undefined;
      return;
    }
    const sent = saving.current;
    saving.current = undefined;
    if (!sent || isRefused) return;
    onSaved();
    focus.current = captureFocus();
    setSaved(({ count }) => ({ count: count + 1, sent: sent.get('intent') === 'theirs' ? undefined : sent }));
  }, [state, formData, isRefused, onSaved]);

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

function isSave(formData: FormData): boolean {
  const intent = formData.get('intent') ?? 'save';
  return (
    !formData.has('__intent__') && formData.has('version') && /^(save|next|theirs)$/.test(String(intent))
  );
}
