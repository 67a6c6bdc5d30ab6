import { useFormMetadata } from '@conform-to/react';
import { useBeforeUnload, useBlocker } from '@remix-run/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { onNetworkError } from '~/components/network/network-error';
import { isLoggedOut } from '~/components/shell/logout-form';
import { useFormUnderWay } from '~/components/network/use-sent-form';
import { unsavedMark } from '~/components/network/typed-values';
import { useYieldPoint } from '~/components/network/yield-point';
import type { EditorForm } from '../form/editor-form';
import { isSave } from './is-save';

interface UnsavedGuardProps {
  /** Called when the user leaves, and agreed to drop the unsaved changes. */
  onLeave: () => void;
}

/**
 * Marks unsaved changes in the page's title, and asks before the user leaves them. Until the end of a save is rendered,
 * it blocks every navigation by button or link: the response of the save would be lost, and another save would name the version
 * from before it.
 */
export function UnsavedGuard({ onLeave }: UnsavedGuardProps) {
  useYieldPoint();
  const { dirty } = useFormMetadata<EditorForm>();
  const sending = useFormUnderWay();
  // The toast about a failed save may appear before this component renders: from then on the next press counts.
  const failed = useRef<FormData>(undefined);
  useEffect(() => onNetworkError(() => (failed.current = sending.current)), [sending]);
  const hasAgreed = useRef(false);
  // Uses the browser's own dialog, which answers at once: Remix forgets a blocked navigation when another one ends.
  useBlocker(({ currentLocation: from, nextLocation: to }) => {
    const sent = sending.current;
    if (sent && sent !== failed.current && isSave(sent)) return true;
    if (!dirty || from.pathname === to.pathname) return false;
    hasAgreed.current = ask();
    return !hasAgreed.current;
  });

  useEffect(() => {
    const { pathname } = window.location;
    return () => {
      // A user who agreed to leave may still stay, for example without a network. The path is the same then.
      if (hasAgreed.current && window.location.pathname !== pathname) onLeave();
    };
  }, [onLeave]);

  // Remix calls the blocker from the second rendering on; the mark shows that it does.
  const [isAsking, setIsAsking] = useState(false);
  useEffect(() => queueMicrotask(() => setIsAsking(true)), []);
  useEffect(() => {
    if (!dirty || !isAsking) return;
    document.title = unsavedMark + document.title;
    return () => {
      document.title = document.title.replace(unsavedMark, '');
    };
  }, [dirty, isAsking]);

  useBeforeUnload(
    useCallback(
      (event: BeforeUnloadEvent) => {
        if (dirty && !isLoggedOut() && !isSaved()) event.preventDefault();
      },
      [dirty],
    ),
  );

  // A logout loads another page when it is done; it would be too late to ask then.
  useEffect(() => {
    if (!dirty) return;
    const askFirst = (event: SubmitEvent) => {
      const form = event.target as HTMLFormElement;
      if (!form.action.endsWith('/logout')) return;
      if (ask()) return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener('submit', askFirst, true);
    return () => window.removeEventListener('submit', askFirst, true);
  }, [dirty]);
  useEffect(() => {
    // Before the listener that keeps the draft.
    const leave = () => isLoggedOut() && onLeave();
    window.addEventListener('pagehide', leave, true);
    return () => window.removeEventListener('pagehide', leave, true);
  }, [onLeave]);
  return null;
}

/** Checks whether a save leads on to the next step. Remix reloads the page when the script of that is gone, as after an upgrade. */
function isSaved(): boolean {
  const { formData, location } = __remixRouter.state.navigation;
  return !!formData && isSave(formData) && location.pathname !== window.location.pathname;
}

function ask(): boolean {
  return window.confirm('Leave without saving? What you changed here will be lost.');
}
