import { useFormMetadata } from '@conform-to/react';
import { useBeforeUnload, useBlocker } from '@remix-run/react';
import { useCallback, useEffect } from 'react';
import type { EditorForm } from './editor-schema';

const titleMark = '● Unsaved changes · ';

interface UnsavedGuardProps {
  /** What was typed is given up. */
  onLeave: () => void;
}

/** Marks in the page's title that something is not saved, and asks before it would be left behind. */
export function UnsavedGuard({ onLeave }: UnsavedGuardProps) {
  const { dirty } = useFormMetadata<EditorForm>();
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      dirty && (from.pathname !== to.pathname || stepOf(from.search) !== stepOf(to.search)),
  );

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    // The browser's own question is the same one that it asks when the tab is closed.
    if (window.confirm('Leave without saving? What you changed here will be lost.')) {
      onLeave();
      blocker.proceed();
    } else blocker.reset();
  }, [blocker, onLeave]);

  useEffect(() => {
    if (!dirty) return;
    document.title = titleMark + document.title;
    return () => {
      document.title = document.title.replace(titleMark, '');
    };
  }, [dirty]);

  useBeforeUnload(
    useCallback(
      (event: BeforeUnloadEvent) => {
        if (dirty) event.preventDefault();
      },
      [dirty],
    ),
  );
  return null;
}

function stepOf(search: string): string | null {
  return new URLSearchParams(search).get('step');
}
