// The grammar of the text between double braces: what it begins with and the filters after it, `order.total | times: 100 | round`.
// Browsers check typed text by it without the rest of the engine.
import { type FilterName, findFilterUse, isFilterName, patternPrefix } from '../filters/filter-names';
import { parseReference, type Reference, referencePattern } from './reference-pattern';

/** An argument of a filter. `digits` is a number that JavaScript's numbers would round. */
export type Argument =
  | { literal: string | number | boolean | null }
  | { digits: string }
  | { reference: Reference };

interface Filter {
  name: FilterName;
  args: Argument[];
}

/** A value and the filters that it passes through; without filters it is a reference. */
export interface Expression {
  /** The expression as written. */
  source: string;
  /** What it begins with. */
  head: Argument;
  filters: Filter[];
}

/** `problem`: what is wrong with the expression's filters, undefined when the reason is not known. */
export type ParsedExpression = Expression | { problem: string | undefined };

/** The greatest number of filters; people would not understand more. */
const maxFilters = 20;

/** The greatest length of an expression with filters, in characters. */
const longest = 2_000;

/** Reads a text that is one reference, with filters or without, or a text or a number with filters. */
export function parseExpression(source: string): ParsedExpression {
  const reference = parseReference(source);
  if (reference) return { source, head: { reference }, filters: [] };
  if (!source.includes('|') || source.length > longest) return { problem: undefined };
  const parsed = new Scanner(source).read();
  // In the strings of a JSON document, quotes are written with a backslash.
  if ('problem' in parsed && source.includes('\\"')) {
    const plain = new Scanner(source.replaceAll('\\"', '"')).read();
    if (!('problem' in plain)) return { ...plain, source };
  }
  return parsed;
}

/** Lists the references of an expression: the one that it begins with, then those among its arguments. */
export function listReferences(expression: Expression): Reference[] {
  return listArguments(expression).flatMap((arg) => ('reference' in arg ? arg.reference : []));
}

/** Checks whether an expression holds texts of its own, besides names, or begins with a number. */
export function holdsText(expression: Expression): boolean {
  if (!('reference' in expression.head)) return true;
  return listArguments(expression).some((arg) => 'literal' in arg && typeof arg.literal === 'string');
}

function listArguments({ head, filters }: Expression): Argument[] {
  return [head, ...filters.flatMap(({ args }) => args)];
}

const filterStart = /\s*\|\s*([A-Za-z_]\w*)/y;
const firstArgument = /\s*:\s*/y;
const nextArgument = /\s*,\s*/y;
const quoted = /'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/sy;
const number = /-?\d+(?:\.\d+)?(?![\w.])/y;
const word = /(?:true|false|null)(?![\w.[])/y;
const reference = new RegExp(referencePattern, 'uy');
const words = new Map<string, boolean | null>([
  ['true', true],
  ['false', false],
  ['null', null],
]);
const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t' };

/** Reads a number. JavaScript's numbers keep 15 digits of any number. */
function readNumber(written: string): Argument {
  const digits = written.replace(/^(-?)0+(?=\d)/, '$1');
  return digits.replace(/\D/g, '').length > 15 ? { digits } : { literal: Number(digits) };
}

class Scanner {
  #at = 0;
  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
  }

  read(): ParsedExpression {
    const head = this.#readArgument(false);
    if (!head) return { problem: undefined };
    const filters: Filter[] = [];
    for (let start = this.#take(filterStart); start; start = this.#take(filterStart)) {
      const [, name = ''] = start;
      const args = this.#readArguments(name.startsWith(patternPrefix));
      const problem = args ? findFilterUse(name, args.length) : `the filter ${name} cannot be read`;
      if (!args || problem !== undefined || !isFilterName(name)) return { problem };
      filters.push({ name, args });
    }
    const last = filters.at(-1);
    if (!last) return { problem: undefined };
    if (this.#at < this.#source.length)
      return { problem: `what follows the filter ${last.name} cannot be read` };
    if (filters.length > maxFilters) return { problem: `there are more than ${maxFilters} filters` };
    return { source: this.#source, head, filters };
  }

  #readArguments(isPattern: boolean): Argument[] | undefined {
    const args: Argument[] = [];
    for (let isNext = this.#take(firstArgument); isNext; isNext = this.#take(nextArgument)) {
      const arg = this.#readArgument(isPattern && args.length === 0);
      if (!arg) return undefined;
      args.push(arg);
    }
    return args;
  }

  #readArgument(isPattern: boolean): Argument | undefined {
    const text = this.#take(quoted);
    if (text) {
      const written = text[1] ?? text[2] ?? '';
      const kept = isPattern ? /[^\\'"]/ : undefined;
      const unescape = (both: string, sign: string) => escapes[sign] ?? (kept?.test(sign) ? both : sign);
      return { literal: written.replace(/\\(.)/gs, unescape) };
    }
    const digits = this.#take(number);
    if (digits) return readNumber(digits[0]);
    // At the beginning, such a word is the name of a variable, as it is without filters.
    const named = this.#at > 0 && this.#take(word);
    if (named) return { literal: words.get(named[0]) ?? null };
    const found = parseReference(this.#take(reference)?.[0] ?? '');
    return found && { reference: found };
  }

  /** Matches the pattern at the current position and moves behind the match. */
  #take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#source);
    if (match) this.#at = pattern.lastIndex;
    return match ?? undefined;
  }
}
