import { useNavigation } from '@remix-run/react';
import { useEffect, useReducer, useRef } from 'react';
import { findFocus, type FocusPlace, putFocus } from './focus-place';

/**
 * How often the editor's form was stored, or given up for what was stored, since the page opened. The form begins anew
 * with each, and with nothing else: a newer version that merely happens to be loaded must not replace what is typed.
 * The focus stays where it was.
 *
 * @param isRefused the last answer was no
 */
export function useSavedCount(isRefused: boolean, onSaved: () => void): number {
  const { state, formData } = useNavigation();
  const [count, addOne] = useReducer((before: number) => before + 1, 0);
  const isSaving = useRef(false);
  const focus = useRef<FocusPlace>(undefined);

  useEffect(() => {
    if (state !== 'idle') {
      isSaving.current = formData !== undefined && isSave(formData);
      if (state === 'submitting') focus.current = findFocus();
      return;
    }
    if (!isSaving.current) return;
    isSaving.current = false;
    if (isRefused) return;
    onSaved();
    addOne();
  }, [state, formData, isRefused, onSaved]);

  useEffect(() => {
    if (count > 0) putFocus(focus.current);
  }, [count]);

  return count;
}

function isSave(formData: FormData): boolean {
  const intent = formData.get('intent') ?? 'save';
  return (
    !formData.has('__intent__') && formData.has('version') && /^(save|next|theirs)$/.test(String(intent))
  );
}
