// What of an expression can be told to fail before a run has any values. It needs the filters, which browsers do not have.
import { findArgumentProblem } from '../filters/argument-problem';
import { parseJson } from '../json/json';
import type { Argument, Expression } from './expression-pattern';

/** Why filters with the arguments that are written would make nothing of any value, as `date needs a time zone`. */
export function listExpressionProblems({ filters }: Expression): string[] {
  return filters.flatMap(({ name, args }) => {
    const problem = findArgumentProblem(name, args.map(readKnown));
    return problem === undefined ? [] : `${name} ${problem}`;
  });
}

function readKnown(arg: Argument): { known: unknown } | undefined {
  if ('reference' in arg) return undefined;
  return { known: 'literal' in arg ? arg.literal : parseJson(arg.digits) };
}
