// Where a conditional step sends the run: on, forward to a later call, or past the next one.
import type { ChainCall, ChainItem } from '../definition/chain';
import { checkCondition, describeFailedCheck } from './condition';
import { type ConditionalStep, listConditions } from '../definition/conditional-step';
import type { ConditionCheck } from '../events/event';
import type { MaskSecrets } from '../secrets/mask-secrets';
import type { Variables } from '../placeholders/reference';

export interface Branch {
  checks: ConditionCheck[];
  met: boolean;
  /** The calls that the run goes past, in order. */
  skipped: ChainCall[];
  /** Why, as the log says it. */
  reason: string;
  /** The place the run goes on with. */
  next: number;
  /** The next call there is from that place on. */
  nextCall: ChainCall | undefined;
}

/** Decides at the place `index` of a chain. Checks on the way of a jump are not made. */
export function decideBranch(
  places: readonly ChainItem[],
  index: number,
  step: ConditionalStep,
  { variables, maskSecrets }: { variables: Variables; maskSecrets: MaskSecrets },
): Branch {
  const checks = listConditions(step).map((condition) => checkCondition(condition, variables, maskSecrets));
  const failed = checks.find(({ met }) => !met);
  const target = places.findIndex((place) => place.kind === 'call' && place.call.id === step.nextApiCallId);
  const following = places.findIndex((place, at) => at > index && place.kind === 'call');
  let next = index + 1;
  if (failed && following !== -1) next = following + 1;
  else if (!failed && target !== -1) next = target;
  const nextCall = places.slice(next).find((place) => place.kind === 'call');
  const reason = failed
    ? describeFailedCheck(failed)
    : `the conditions are met, so the run went on with ${nextCall?.name ?? 'its end'}.`;
  return {
    checks,
    met: !failed,
    skipped: places.slice(index, next).filter((place) => place.kind === 'call'),
    reason: `Conditional execution: ${reason}`,
    next,
    nextCall,
  };
}
