// Texts beside the form, which are no part of a save, such as a request to check: a save renders the form anew and keeps them.
import { useLocation } from '@remix-run/react';
import { type FormEvent, useCallback, useState } from 'react';
import { useEditorFeedback } from '../form/editor-feedback';

/** Returns what was typed into fields, by their ids, before the last save, and what keeps it over the next one. */
export function useKeptTexts() {
  const texts = useEditorFeedback().keptCalls?.texts;
  const page = useLocation().pathname;
  // Read once: the text that a field begins with does not change while the user types.
  const [former] = useState(() => new Map(texts));
  const forget = useCallback((fieldId: string) => void texts?.delete(page + fieldId), [texts, page]);
  return {
    find: (fieldId: string) => former.get(page + fieldId) ?? '',
    keep({ target }: FormEvent) {
      const { id, value } = target as HTMLInputElement;
      texts?.set(page + id, value);
    },
    forget,
  };
}
