// Describes what a conditional step led to; every log uses these words.
import type { ConditionChecked } from './event';

/**
 * Returns text like `Post to Slack is skipped; the run continues with Archive`, or `the run ends here`. Logs of earlier
 * releases lack the name of the skipped call.
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
