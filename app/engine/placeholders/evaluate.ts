// Evaluates expressions: a value, usually that of a reference, passed through its filters one after the other.
import { parseJson } from '../json/json';
import { finish, type InParts } from '../json/json-parts';
import { applyFilter, isReplaced } from '../filters/apply-filters';
import { FilterParts, FilterProblem, type FilterWork, spend, type TakePart } from '../filters/filtering';
import type { Argument, Expression } from './expression-pattern';
import { describeItemProblem, itemName, parseItemExpression } from './item-expression';
import { readReference, type Variables } from './reference';
import type { Reference } from './reference-pattern';

export type Evaluated =
  | { kind: 'value'; value: unknown }
  /**
   * There is no value. `source`: the expression as written, or an argument that has no value. `reference`: what it reads, unless
   * it is a text or a number whose filters result in nothing.
   */
  | { kind: 'missing'; source: string; reference: Reference | undefined }
  /** A filter refuses the value that the expression, `source`, begins with: that of `reference`, unless it is written there. */
  | { kind: 'problem'; source: string; reference: Reference | undefined; words: string };

/**
 * Reads the value that an expression begins with, and passes it through the filters. A missing value passes through `default`
 * alone. That filter reads its argument only where it needs one: of two calls that save what is wanted, perhaps only one has
 * run.
 */
export function evaluate(expression: Expression, variables: Variables, work: FilterWork): Evaluated {
  return expression.filters.length === 0
    ? evaluateHead(expression, variables)
    : finish(evaluateInParts(expression, variables, work));
}

/** Evaluates an expression without filters. */
export function evaluateHead({ source, head }: Expression, variables: Variables): Evaluated {
  const read = readArgument(head, variables);
  return read.kind === 'value' && read.value !== undefined
    ? read
    : { kind: 'missing', source, reference: referenceOf(head) };
}

/** Evaluates as {@link evaluate} does, in parts. */
export function* evaluateInParts(
  expression: Expression,
  variables: Variables,
  work: FilterWork,
): InParts<Evaluated> {
  const { source, head, filters } = expression;
  const read = readArgument(head, variables);
  let value = read.kind === 'value' ? read.value : undefined;
  const reference = referenceOf(head);
  let missing = { source, reference };
  work.readFiltered ??= readFiltered;
  for (const { name, args } of filters) {
    if (name === 'default' ? !isReplaced(value) : value === undefined) continue;
    const given = args.map((arg) => readArgument(arg, variables));
    const lacking = given.find((argument) => argument.kind === 'missing');
    if (lacking) {
      if (name !== 'default') return lacking;
      missing = { source: lacking.source, reference: lacking.reference };
      value = undefined;
      continue;
    }
    const values = given.flatMap((argument) => (argument.kind === 'value' ? [argument.value] : []));
    const applied = applyFilter(name, value, values, work);
    const whole = applied instanceof FilterParts ? yield* applied.finish() : applied;
    const result = work.problem ?? whole;
    work.problem = undefined;
    if (result instanceof FilterProblem)
      return { kind: 'problem', source, reference, words: `${name} ${result.words}` };
    value = result;
  }
  if (value !== undefined) return { kind: 'value', value };
  return { kind: 'missing', ...missing };
}

export function referenceOf(arg: Argument): Reference | undefined {
  return 'reference' in arg ? arg.reference : undefined;
}

function readArgument(arg: Argument, variables: Variables): Exclude<Evaluated, { kind: 'problem' }> {
  if ('literal' in arg) return { kind: 'value', value: arg.literal };
  if ('digits' in arg) return { kind: 'value', value: parseJson(arg.digits) };
  const { reference } = arg;
  const read = readReference(reference, variables);
  if (read.found) return { kind: 'value', value: read.value };
  return { kind: 'missing', source: reference.source, reference };
}

/** The steps that it takes to read filters inside an argument, and to begin with them at an item. */
const readingSteps = 20;
const itemSteps = 16;

/**
 * How many filters may stand in the arguments of each other. A delivery may choose the text of an argument, and of the next one
 * in its own item, without end.
 */
const maxDepth = 8;

/**
 * Reads a path and the filters behind it, which stand inside the argument of another filter: `price | times: qty`. Names among
 * their arguments are paths in the same item.
 */
function readFiltered(text: string, work: FilterWork): TakePart | { problem: string | undefined } {
  if (!spend(work, readingSteps)) return { problem: undefined };
  const parsed = parseItemExpression(text);
  if ('problem' in parsed) return parsed;
  const filters = parsed.filters.map((filter) => ({ ...filter, args: filter.args.map(toItemArgument) }));
  const expression = { ...parsed, source: text, filters };
  return (item) => {
    if (!spend(work, itemSteps * filters.length)) return undefined;
    const depth = work.depth ?? 0;
    if (depth === maxDepth) {
      work.problem = new FilterProblem('has filters inside the arguments of too many others');
      return undefined;
    }
    work.depth = depth + 1;
    const result = evaluate(expression, new Map([[itemName, item]]), work);
    work.depth = depth;
    if (result.kind === 'value') return result.value;
    // When the steps are used up, the outer filter says so.
    if (result.kind === 'problem' && work.left >= 0)
      work.problem = new FilterProblem(describeItemProblem(result.words));
    return undefined;
  };
}

function toItemArgument(arg: Argument): Argument {
  if (!('reference' in arg)) return arg;
  const { source } = arg.reference;
  return { reference: { source, name: itemName, path: `.${source}` } };
}
