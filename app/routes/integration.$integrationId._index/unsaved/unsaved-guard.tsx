import { useFormMetadata } from '@conform-to/react';
import { useBeforeUnload, useBlocker, useNavigation } from '@remix-run/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { onNetworkError } from '~/components/network/network-error';
import { unsavedMark } from '~/components/shell/page-announcer';
import { useYieldPoint } from '~/components/network/yield-point';
import type { EditorForm } from '../form/editor-form';
import { isSave } from './is-save';

interface UnsavedGuardProps {
  /** What was typed is given up. */
  onLeave: () => void;
}

/**
 * Marks in the page's title that something is not saved, and asks before it would be left behind. While a save is under
 * way nothing takes its place, neither a button nor a link: its response would be lost.
 */
export function UnsavedGuard({ onLeave }: UnsavedGuardProps) {
  useYieldPoint();
  const { dirty } = useFormMetadata<EditorForm>();
  const { formData } = useNavigation();
  const isSaving = formData !== undefined && isSave(formData);
  // What a save that failed is told of by may be there before this is rendered: the next press counts from then on.
  const failed = useRef<FormData>(undefined);
  useEffect(() => onNetworkError(() => (failed.current = formData)), [formData]);
  const hasAgreed = useRef(false);
  const isLoggingOut = useRef(false);
  // Asked at once, in the browser's own way: a blocked navigation is forgotten when another one ends.
  useBlocker(({ currentLocation: from, nextLocation: to }) => {
    if (isSaving && formData !== failed.current) return true;
    if (!dirty || from.pathname === to.pathname) return false;
    hasAgreed.current = ask();
    return !hasAgreed.current;
  });

  useEffect(() => {
    const { pathname } = window.location;
    return () => {
      // The user may agree to leave and still stay, for example without a network: then the path is the same.
      if (hasAgreed.current && window.location.pathname !== pathname) onLeave();
    };
  }, [onLeave]);

  // Remix asks from the second rendering on: the mark says that it does.
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
        if (dirty && !isLoggingOut.current) event.preventDefault();
      },
      [dirty],
    ),
  );

  // A logout loads another page once it is done, and then it is too late to ask.
  useEffect(() => {
    if (!dirty) return;
    const askFirst = (event: SubmitEvent) => {
      const form = event.target as HTMLFormElement;
      if (!form.action.endsWith('/logout')) return;
      isLoggingOut.current = ask();
      if (isLoggingOut.current) return onLeave();
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener('submit', askFirst, true);
    return () => window.removeEventListener('submit', askFirst, true);
  }, [dirty, onLeave]);
  return null;
}

function ask(): boolean {
  return window.confirm('Leave without saving? What you changed here will be lost.');
}
