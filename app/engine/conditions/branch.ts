// Where a conditional step sends the run: on, forward to a later call, past the next one, or to its end.
import type { ChainCall, ChainItem } from '../chain/chain';
import { describeFailedCheck } from './condition';
import type { ConditionalStep, Otherwise } from '../definition/conditional-step';
import type { ConditionCheck } from '../events/event';

/** What is gone along: a whole run, or one item of a list. */
export type ChainUnit = 'run' | 'item';

export interface Branch {
  checks: ConditionCheck[];
  met: boolean;
  /** What is done because the conditions do not hold; null when they do. */
  otherwise: Otherwise | null;
  /** The calls that the run goes past, in order. */
  skipped: ChainCall[];
  /** Why, as the log says it. */
  reason: string;
  /** The place the run continues with. */
  next: number;
  /** The next call there is from that place on. */
  nextCall: ChainCall | undefined;
}

/**
 * Decides at the place `index` of a chain, by the checks of its step. Checks on the way of a jump are not made. `behindNext`: the
 * place behind the loop that follows.
 */
export function decideBranch(
  places: readonly ChainItem[],
  index: number,
  step: ConditionalStep,
  checks: ConditionCheck[],
  { unit, behindNext }: { unit: ChainUnit; behindNext?: number | undefined },
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

/** The place that the run continues with: the number of places where it ends. */
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

/** A skipped call says why it is; where the run went besides is said, too. */
function describeWay(otherwise: Otherwise | null, nextCall: ChainCall | undefined, unit: ChainUnit): string {
  if (otherwise === 'end') return ` The ${unit} ended.`;
  return otherwise === 'go_to' ? ` The ${unit} continued with ${nextCall?.name ?? 'its end'}.` : '';
}
