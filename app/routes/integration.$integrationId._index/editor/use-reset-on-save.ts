import { useLocation, useNavigation } from '@remix-run/react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { isSave } from '../unsaved/is-save';
import { rebaseForm } from '../unsaved/rebase-edits';
import { nameForm } from './name-form';
import { captureFocus, type FocusSnapshot, restoreFocus } from './restore-focus';

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
}: ResetOnSaveOptions<Values>) {
  const { state } = useNavigation();
  const { key } = useLocation();
  const [saved, setSaved] = useState<Saved>({ count: 0 });
  const saving = useRef<FormData>(undefined);
  const focus = useRef<FocusSnapshot>(undefined);

  // While a part of the page waits for its script, or the browser is busy, React renders nothing of a save but its end. So what
  // is sent comes from the router itself.
  useLayoutEffect(
    () =>
      __remixRouter.subscribe(({ navigation: { state: sending, formData } }) => {
        if (sending !== 'idle') saving.current = formData && isSave(formData) ? formData : undefined;
      }),
    [],
  );

  // A layout effect reads and resets the form in the turn in which the save ends, so that no later key press is lost.
  useLayoutEffect(() => {
    const { navigation, location } = __remixRouter.state;
    const isEnded = state === 'idle' && navigation.state === 'idle' && location.key === key;
    if (!isEnded) return;
    const sent = saving.current;
    saving.current = undefined;
    if (!sent || isRefused) return;
    onSaved({ sent, values });
    focus.current = captureFocus();
    const formId = nameForm(integrationId, sent.get('version'));
    const edited = sent.get('intent') === 'theirs' ? undefined : rebaseForm(formId, sent, values);
    setSaved(({ count }) => ({ count: count + 1, edited }));
  }, [state, key, isRefused, integrationId, values, onSaved]);

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
