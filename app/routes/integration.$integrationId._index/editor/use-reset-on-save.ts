import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useFormEnd, useFormUnderWay } from '~/components/network/use-sent-form';
import { isSave } from '../unsaved/is-save';
import { findEdits, rebaseForm } from '../unsaved/rebase-edits';
import { nameForm } from './name-form';
import { captureFocus, type FocusSnapshot, restoreFocus } from '../form/fields/restore-focus';

interface Saved {
  /** How often the form was stored, or dropped for the stored version, since the page opened. */
  count: number;
  /** The stored form with the edits that the user made during the save; undefined when there are none. */
  edited?: object | undefined;
}

/** A save that was stored: what the form sent, and the values that it would hold now. */
export interface StoredSave<Values> {
  sent: FormData;
  values: Values;
}

interface ResetOnSaveOptions<Values> {
  integrationId: string;
  /** The values that the form would hold if it was opened now. */
  values: Values;
  /** Whether the last save was refused. */
  isRefused: boolean;
  /** The URL that a save may redirect to, which unmounts this page. */
  nextUrl: string;
  /** Called when the form was stored; without the save when that leads to another page. */
  onSaved: (save?: StoredSave<Values>) => void;
  /** Called instead when the save leads to another page, with the form as the user changed it before that page was rendered. */
  onLeft: (edited: object, version: number) => void;
}

/**
 * Resets the form after each save and at no other time: a newer version that happens to be loaded must not replace what
 * the user typed. The focus stays where it is.
 */
export function useResetOnSave<Values extends object>({
  integrationId,
  values,
  isRefused,
  nextUrl,
  onSaved,
  onLeft,
}: ResetOnSaveOptions<Values>) {
  const [saved, setSaved] = useState<Saved>({ count: 0 });
  const focus = useRef<FocusSnapshot>(undefined);

  const reset = useCallback(
    (sent: FormData) => {
      if (!isSave(sent) || isRefused) return;
      onSaved({ sent, values });
      focus.current = captureFocus();
      const formId = nameForm(integrationId, sent.get('version'));
      const edited = sent.get('intent') === 'theirs' ? undefined : rebaseForm(formId, sent, values);
      setSaved(({ count }) => ({ count: count + 1, edited }));
    },
    [isRefused, integrationId, values, onSaved],
  );
  useFormEnd(reset);
  const sending = useFormUnderWay();

  // In a layout effect: its end comes before the form is removed from the page.
  useLayoutEffect(
    () => () => {
      const sent = sending.current;
      if (!sent || !isSave(sent) || window.location.pathname !== nextUrl) return;
      const version = sent.get('version');
      const edited = findEdits(nameForm(integrationId, version), sent);
      if (edited) onLeft(edited, Number(version));
      else onSaved();
    },
    [sending, integrationId, nextUrl, onSaved, onLeft],
  );

  useEffect(() => {
    if (saved.count > 0) restoreFocus(focus.current);
  }, [saved.count]);

  return saved;
}
