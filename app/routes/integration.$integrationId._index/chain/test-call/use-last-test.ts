import { useEffect, useState } from 'react';
import { useEditorFeedback } from '../../form/editor-feedback';
import type { TestedCall } from '../../form/tested-call';
import { useChainTest } from '../test-run/chain-test';

/** A test that is shown beside the call; a dialog shows the question for variables. */
type InlineTest = Exclude<TestedCall, { kind: 'asked' }>;

/**
 * Returns the last test of a call. It stays with its call when calls are moved, other responses arrive and the form is saved, until
 * a test of the whole chain begins.
 *
 * @param callId the id that the form has for the call
 */
export function useLastTest(callIndex: number, callId: string): InlineTest | undefined {
  const { tested, keptCalls } = useEditorFeedback();
  const [seen, setSeen] = useState<TestedCall>();
  const run = useChainTest()?.id;
  const [own, setOwn] = useState<InlineTest | undefined>(() => {
    const kept = keptCalls?.find(callId);
    return kept?.run === run ? kept?.test : undefined;
  });
  const [seenRun, setSeenRun] = useState(run);
  if (run !== seenRun) {
    setSeenRun(run);
    setOwn(undefined);
  }
  if (tested !== seen) {
    setSeen(tested);
    if (tested?.callIndex === callIndex && tested.kind !== 'asked') setOwn(tested);
  }
  useEffect(() => {
    if (own?.kind === 'response') keptCalls?.keep(callId, { test: own, run });
  }, [keptCalls, callId, own, run]);
  return own;
}
