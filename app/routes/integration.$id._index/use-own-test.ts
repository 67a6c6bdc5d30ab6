import { useState } from 'react';
import { useEditorNotes } from './editor-notes';
import type { TestedCall } from './test-action';

/** The last test of a call. It stays with its call when calls are moved, and while other answers come. */
export function useOwnTest(callIndex: number): TestedCall | undefined {
  const { tested } = useEditorNotes();
  const [seen, setSeen] = useState<TestedCall>();
  const [own, setOwn] = useState<TestedCall>();
  if (tested !== seen) {
    setSeen(tested);
    if (tested?.callIndex === callIndex) setOwn(tested);
  }
  return own;
}
