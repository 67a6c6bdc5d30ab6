import { useFormMetadata } from '@conform-to/react';
import { useBeforeUnload, useBlocker } from '@remix-run/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { EditorForm } from '../form/form-schema';

const titleMark = '● Unsaved changes · ';

interface UnsavedGuardProps {
  /** What was typed is given up. */
  onLeave: () => void;
}

/** Marks in the page's title that something is not saved, and asks before it would be left behind. */
export function UnsavedGuard({ onLeave }: UnsavedGuardProps) {
  const { dirty } = useFormMetadata<EditorForm>();
  const hasAgreed = useRef(false);
  const ask = useCallback(() => {
    hasAgreed.current = window.confirm('Leave without saving? What you changed here will be lost.');
    if (hasAgreed.current) onLeave();
    return hasAgreed.current;
  }, [onLeave]);
  // Asked at once, in the browser's own way. A blocked navigation that waits for its answer is forgotten when another
  // one ends, and the check of the field that was just left is one.
  useBlocker(({ currentLocation: from, nextLocation: to }) => {
    return dirty && from.pathname !== to.pathname && !ask();
  });

  // Remix asks from the second rendering on: the mark says that it does.
  const [isAsking, setIsAsking] = useState(false);
  useEffect(() => queueMicrotask(() => setIsAsking(true)), []);
  useEffect(() => {
    if (!dirty || !isAsking) return;
    document.title = titleMark + document.title;
    return () => {
      document.title = document.title.replace(titleMark, '');
    };
  }, [dirty, isAsking]);

  useBeforeUnload(
    useCallback(
      (event: BeforeUnloadEvent) => {
        if (dirty && !hasAgreed.current) event.preventDefault();
      },
      [dirty],
    ),
  );

  // A logout loads another page once it is done, and then it is too late to ask.
  useEffect(() => {
    if (!dirty) return;
    const askFirst = (event: SubmitEvent) => {
      const form = event.target as HTMLFormElement;
      if (!form.action.endsWith('/logout') || ask()) return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener('submit', askFirst, true);
    return () => window.removeEventListener('submit', askFirst, true);
  }, [dirty, ask]);
  return null;
}
