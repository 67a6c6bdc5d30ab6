// Finds filters that would fail in every run, whatever the values. Only the server can do so: browsers lack the filters.
import { applyFilter } from '../filters/apply-filters';
import { findArgumentProblem } from '../filters/argument-problem';
import { createWork, FilterProblem, type FilterWork, spend } from '../filters/filtering';
import type { FilterName } from '../filters/filter-names';
import { parseJson } from '../json/json';
import { textOf } from '../json/value-text';
import type { Argument, Expression } from './expression-pattern';
import { describeItemProblem, listItemFilters, parseItemExpression } from './item-expression';

/** The steps that it takes to read an expression, and each of its filters; some filters take more. */
const expressionSteps = 20;
const filterSteps = 100;

/** The greatest length of a written value, and of its filter's arguments, that is tried: people write times and numbers. */
const maxTriedLength = 200;

/**
 * Creates a check of expressions. It lists the filters that fail for every value because of their written arguments, as `date
 * needs a time zone`. All expressions together may take as many steps as the filters of one call. After that the check is used
 * up and finds nothing more.
 */
export function createExpressionCheck() {
  const work = createWork();
  return {
    isUsedUp: () => work.left < 0,
    /** Lists the same problems of the filters inside its arguments. */
    listItemProblems({ filters }: Expression): string[] {
      return filters.flatMap((filter) =>
        listItemFilters(filter).flatMap((text) => {
          const parsed = parseItemExpression(text);
          if ('problem' in parsed) return [];
          const problems = [...this.listProblems(parsed), ...this.listItemProblems(parsed)];
          return problems.map((problem) => `${filter.name} ${describeItemProblem(problem)}`);
        }),
      );
    },
    listProblems({ head, filters }: Expression): string[] {
      const problems: string[] = [];
      if (!spend(work, expressionSteps)) return problems;
      const written = readKnown(head);
      for (const [index, { name, args }] of filters.entries()) {
        if (!spend(work, filterSteps)) break;
        const known = args.map(readKnown);
        const ofArguments = findArgumentProblem(name, known, work);
        const problem =
          ofArguments ??
          (index === 0 && written ? findHeadProblem(name, [written, ...known], work) : undefined);
        if (problem !== undefined) problems.push(`${name} ${problem}`);
      }
      return problems;
    },
  };
}

/** Explains why a filter refuses a value that is written before it, when its arguments are written, too. Nothing long is tried. */
function findHeadProblem(name: FilterName, given: readonly Known[], work: FilterWork): string | undefined {
  const values = given.flatMap((each) => (each ? [each.known] : []));
  if (values.length < given.length) return undefined;
  if (values.some((each) => textOf(each).length > maxTriedLength)) return undefined;
  const [value, ...args] = values;
  const result = applyFilter(name, value, args, work);
  return work.left >= 0 && result instanceof FilterProblem ? result.words : undefined;
}

export type ExpressionCheck = ReturnType<typeof createExpressionCheck>;

type Known = { known: unknown } | undefined;

function readKnown(arg: Argument): Known {
  if ('reference' in arg) return undefined;
  return { known: 'literal' in arg ? arg.literal : parseJson(arg.digits) };
}
