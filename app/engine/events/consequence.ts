// What a conditional step led to, in the words of every log.
import type { ConditionChecked } from './event';

/**
 * `Post to Slack is skipped; the run continues with Archive`, `the run ends here`. Logs of earlier releases do not know the
 * name of the call that was skipped.
 */
export function describeConsequence({
  otherwise,
  skippedCallName,
  nextCallName,
}: Pick<ConditionChecked, 'otherwise' | 'skippedCallName' | 'nextCallName'>): string {
  if (otherwise === 'end') return 'the run ends here';
  const goesOn = nextCallName === null ? 'the run ends' : `the run continues with ${nextCallName}`;
  if (otherwise !== 'skip_next' || (skippedCallName === null && nextCallName === null)) return goesOn;
  return `${skippedCallName ?? 'the next call'} is skipped; ${goesOn}`;
}
