// Where a conditional step sends the run: on, forward to a later call, past the next one, or to its end.
import type { ChainCall, ChainItem } from '../chain/chain';
import { describeFailedCheck } from './condition';
import type { ConditionalStep, Otherwise } from '../definition/conditional-step';
import type { ConditionCheck } from '../events/event';

/** The unit that goes along the chain: a whole run, or one item of a list. */
export type ChainUnit = 'run' | 'item';

export interface Branch {
  checks: ConditionCheck[];
  met: boolean;
  /** The action that is taken because the conditions do not hold; null when they do. */
  otherwise: Otherwise | null;
  /** The calls that the run skips, in order. */
  skipped: ChainCall[];
  /** The reason, as the log says it. */
  reason: string;
  /** The place where the run continues. */
  next: number;
  /** The next call from that place on. */
  nextCall: ChainCall | undefined;
}

/** The place of a conditional step in the chain, and what its conditions came to. */
interface MadeChecks {
  index: number;
  step: ConditionalStep;
  checks: ConditionCheck[];
  unit: ChainUnit;
  /** The place behind the loop that follows, if one does. */
  behindNext?: number | undefined;
}

/** Decides by the checks of a step where the run goes on. A jump passes other checks without making them. */
export function decideBranch(
  places: readonly ChainItem[],
  { index, step, checks, unit, behindNext }: MadeChecks,
): Branch {
  const met = step.match === 'any' ? checks.some((check) => check.met) : checks.every((check) => check.met);
  const otherwise = met ? null : step.otherwise;
  const isLoopSkipped = otherwise === 'skip_next' && behindNext !== undefined;
  const next = isLoopSkipped ? behindNext : findNext(places, index, step, otherwise);
  const nextCall = places.slice(next).find((place) => place.kind === 'call');
  const reason = met
    ? `the conditions are met, so the run continued with ${nextCall?.name ?? 'its end'}.`
    : describeUnmet(checks, step) + describeWay(otherwise, nextCall, unit);
  return {
    checks,
    met,
    otherwise,
    skipped: places.slice(index, next).filter((place) => place.kind === 'call'),
    reason: `Conditional execution: ${reason}`,
    next,
    nextCall,
  };
}

/** Finds the place where the run continues; the number of places if the run ends. */
function findNext(
  places: readonly ChainItem[],
  index: number,
  step: ConditionalStep,
  otherwise: Otherwise | null,
): number {
  if (otherwise === 'end') return places.length;
  if (otherwise === 'skip_next') {
    const following = places.findIndex((place, at) => at > index && place.kind === 'call');
    return following === -1 ? index + 1 : following + 1;
  }
  const targetId = otherwise === 'go_to' ? step.otherwiseApiCallId : step.nextApiCallId;
  const target = places.findIndex((place) => place.kind === 'call' && place.call.id === targetId);
  return target === -1 ? index + 1 : target;
}

function describeUnmet(checks: ConditionCheck[], { match }: ConditionalStep): string {
  const failed = checks.find((check) => !check.met);
  const first = failed ? describeFailedCheck(failed) : '';
  if (match === 'all' || checks.length < 2) return first;
  const others =
    checks.length === 2 ? 'The other one is not met' : `The other ${checks.length - 1} are not met`;
  return `${first} ${others} either.`;
}

/** Describes where the run went. For a skipped call this is empty, since the call itself says why it was skipped. */
function describeWay(otherwise: Otherwise | null, nextCall: ChainCall | undefined, unit: ChainUnit): string {
  if (otherwise === 'end') return ` The ${unit} ended.`;
  return otherwise === 'go_to' ? ` The ${unit} continued with ${nextCall?.name ?? 'its end'}.` : '';
}
