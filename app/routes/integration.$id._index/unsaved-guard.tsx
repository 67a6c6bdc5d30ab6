import { useFormMetadata } from '@conform-to/react';
import { useBeforeUnload, useBlocker } from '@remix-run/react';
import { useCallback, useEffect } from 'react';
import type { EditorForm } from './editor-schema';

/** Asks before what was typed would be left behind. */
export function UnsavedGuard() {
  const { dirty } = useFormMetadata<EditorForm>();
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      dirty && (from.pathname !== to.pathname || stepOf(from.search) !== stepOf(to.search)),
  );

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    // The browser's own question is the same one that it asks when the tab is closed.
    if (window.confirm('Leave without saving? What you changed here will be lost.')) blocker.proceed();
    else blocker.reset();
  }, [blocker]);

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
