// Checks whether a delivery meets the conditions of its trigger.
import { isMissing } from '../comparing/equality';
import { describeOperator } from '../comparing/operator-name';
import type { OnlyRunIf } from '../definition/delivery-rules';
import type { Variables } from '../placeholders/reference';
import { readVariable } from '../placeholders/read-variable';
import { isMet } from './condition';
import { createWorkTurns } from '../placeholders/work-turns';

/**
 * Explains why a delivery is not to be run: the first condition that does not hold. The text quotes nothing of the payload,
 * since nothing of that payload is stored. Yields where other work gets a turn.
 */
export function* findUnmetInParts(
  conditions: OnlyRunIf,
  variables: Variables,
): Generator<void, string | undefined, void> {
  const turns = createWorkTurns();
  let unmet: OnlyRunIf[number] | undefined;
  for (const condition of conditions) {
    if (turns.isOver()) yield;
    if (isMet(condition, variables, turns.take())) continue;
    unmet = condition;
    break;
  }
  if (!unmet) return undefined;
  const { field, operator } = unmet;
  const lacksValue = isMissing(readVariable(field, variables, turns.take()));
  const why = lacksValue ? `: ${field} has no value` : '';
  return `Skipped: the condition “${field} ${describeOperator(operator)} …” is not met${why}.`;
}
