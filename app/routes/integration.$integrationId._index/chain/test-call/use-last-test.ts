import { useState } from 'react';
import { useEditorFeedback } from '../../form/editor-feedback';
import type { TestedCall } from '../../form/tested-call';
import { useChainTest } from '../test-run/chain-test';

/** A test that is shown beside the call; a dialog shows the question for variables. */
type InlineTest = Exclude<TestedCall, { kind: 'asked' }>;

/**
 * Returns the last test of a call. It stays with its call when calls are moved and other responses arrive, until a test
 * of the whole chain begins.
 */
export function useLastTest(callIndex: number): InlineTest | undefined {
  const { tested } = useEditorFeedback();
  const [seen, setSeen] = useState<TestedCall>();
  const [own, setOwn] = useState<InlineTest>();
  const run = useChainTest()?.id;
  const [seenRun, setSeenRun] = useState(run);
  if (run !== seenRun) {
    setSeenRun(run);
    setOwn(undefined);
  }
  if (tested !== seen) {
    setSeen(tested);
    if (tested?.callIndex === callIndex && tested.kind !== 'asked') setOwn(tested);
  }
  return own;
}
