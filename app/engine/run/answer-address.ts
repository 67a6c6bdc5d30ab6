// Which wait `{{run.answerUrl}}` answers: the next one for an answer behind the call that names it. Whoever reads a chain from its
// beginning finds the mail or message first, and then what is waited for.
import type { ChainItem } from '../definition/chain';
import { answerFact, runName } from '../run-facts';
import type { RunScope } from './run-scope';

/** Has the run's own variable hold the address that is meant before the place at `index`, or none. */
export function pointToAnswer(scope: RunScope, places: readonly ChainItem[], index: number): void {
  const { variables, ports, secrets } = scope;
  const facts = variables.get(runName);
  if (!ports.findAnswerAddress || !isOfRun(scope, facts)) return;
  const coming = places[index]?.kind === 'check' ? index + 1 : index;
  const next = places.find(
    (place, at) => at > coming && place.kind === 'call' && place.call.wait?.kind === 'answer',
  );
  const { [answerFact]: former, ...others } = facts;
  if (next?.kind !== 'call') {
    if (former !== undefined) variables.set(runName, others);
    return;
  }
  const { url, secret } = ports.findAnswerAddress(next.call.id);
  if (former === url) return;
  secrets.add([secret]);
  variables.set(runName, { ...others, [answerFact]: url });
}

/** Not a variable of the definition that has this name. */
function isOfRun({ executionId }: RunScope, facts: unknown): facts is Record<string, unknown> {
  return typeof facts === 'object' && facts !== null && 'id' in facts && facts.id === executionId;
}
