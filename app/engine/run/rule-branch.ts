// Finds where a response rule sends the run instead of straight on: forward to a later call, or to its end.
import type { ChainUnit } from '../conditions/branch';
import type { ChainCall, ChainItem } from '../chain/chain';
import type { CallSkipped } from '../events/event';
import type { Finished } from '../events/history';

/** The events of the calls that a rule skips, and the index of the place that it leads to. */
interface RuleBranch {
  events: CallSkipped[];
  next: number;
}

/** Checks whether a rule sends the run elsewhere than straight on. */
export function leadsAway({ ruling }: Pick<Finished, 'ruling'>): boolean {
  return ruling?.action === 'go_to' || ruling?.action === 'end';
}

/**
 * Decides after the call at `index`, whose steps end before `step`. Undefined when the run goes straight on. The checks between
 * are not made.
 */
export function decideRuleBranch(
  places: readonly ChainItem[],
  { place, index, step, unit }: { place: ChainCall; index: number; step: number; unit: ChainUnit },
  { ruling }: Finished,
): RuleBranch | undefined {
  if (!ruling || !leadsAway({ ruling })) return undefined;
  const rule = place.handling?.responseHandling.statusCodeActions[ruling.ruleIndex ?? -1];
  const target = places.findIndex(
    (item, at) => at > index && item.kind === 'call' && item.call.id === rule?.goToApiCallId,
  );
  const next = ruling.action === 'end' || target === -1 ? places.length : target;
  const goal = places[next];
  const way = goal?.kind === 'call' ? `the ${unit} continued with ${goal.name}` : `the ${unit} ended`;
  const conditions = ruling.matchedConditions ? `, as ${ruling.matchedConditions}` : '';
  const left = rule?.action === 'retry' ? ' and has no retry left' : '';
  const reason = `Response handling: ${place.name} matched the rule for ${ruling.matchedStatusCode}${conditions}${left}, so ${way}.`;
  const skipped = places.slice(index + 1, next).filter((item) => item.kind === 'call');
  const events = skipped.map(({ call, name }, at): CallSkipped => {
    return { kind: 'call-skipped', step: step + at, callId: call.id, callName: name, errorMessage: reason };
  });
  return { events, next };
}
