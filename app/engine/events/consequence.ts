// What a conditional step led to, in the words of every log.
import type { ConditionChecked } from './event';

/**
 * `Post to Slack is skipped; the run goes on with Archive`. Logs of earlier releases do not know the name of the call that
 * was skipped.
 */
export function describeConsequence({
  nextApiCallAction,
  skippedCallName,
  nextCallName,
}: Pick<ConditionChecked, 'nextApiCallAction' | 'skippedCallName' | 'nextCallName'>): string {
  const goesOn = nextCallName === null ? 'the run ends' : `the run goes on with ${nextCallName}`;
  if (nextApiCallAction === 'execute' || (skippedCallName === null && nextCallName === null)) return goesOn;
  return `${skippedCallName ?? 'the next call'} is skipped; ${goesOn}`;
}
