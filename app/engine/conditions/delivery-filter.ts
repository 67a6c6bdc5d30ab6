// Whether a delivery meets what its trigger asks of those that it runs for.
import { describeOperator } from '../comparing/operator-name';
import type { OnlyRunIf } from '../definition/delivery-rules';
import type { Variables } from '../placeholders/reference';
import { isMet } from './condition';

/**
 * Why a delivery is not to be run: the first condition that does not hold. It quotes nothing of the payload, of which
 * nothing is kept.
 */
export function findUnmet(conditions: OnlyRunIf, variables: Variables): string | undefined {
  const unmet = conditions.find((condition) => !isMet(condition, variables));
  return unmet && `Skipped: the condition “${unmet.field} ${describeOperator(unmet.operator)} …” is not met.`;
}
