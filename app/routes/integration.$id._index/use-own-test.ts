import { useState } from 'react';
import { useEditorNotes } from './editor-notes';
import type { TestedCall } from './tested-call';

/** What is told beside the call; for its variables a dialog asks. */
type ToldCall = Exclude<TestedCall, { kind: 'asked' }>;

/** The last test of a call. It stays with its call when calls are moved, and while other answers come. */
export function useOwnTest(callIndex: number): ToldCall | undefined {
  const { tested } = useEditorNotes();
  const [seen, setSeen] = useState<TestedCall>();
  const [own, setOwn] = useState<ToldCall>();
  if (tested !== seen) {
    setSeen(tested);
    if (tested?.callIndex === callIndex && tested.kind !== 'asked') setOwn(tested);
  }
  return own;
}
