// Filters of numbers, and of texts that are numbers.
import {
  addAll,
  addAmounts,
  type Amount,
  compareAmounts,
  divide,
  findRest,
  fix,
  multiply,
  negate,
  readAmount,
  round,
  roundDown,
  roundUp,
  writeAmount,
  writeDigits,
} from './decimal-arithmetic';
import { isMissing } from '../comparing/equality';
import { textOf } from '../json/value-text';
import {
  type ApplyFilter,
  FilterProblem,
  type FilterWork,
  keep,
  ofList,
  readWhole,
  spend,
  tooMuch,
} from './filtering';
import { readPart } from './item-parts';

export const numberFilters = {
  number: ofAmount((amount) => amount),
  plus: ofTwo(addAmounts),
  minus: ofTwo((a, b) => addAmounts(a, negate(b))),
  times: ofTwo(multiply),
  divided_by: ofTwo((a, b) => divide(a, b) ?? byZero),
  modulo: ofTwo((a, b) => findRest(a, b) ?? byZero),
  round: ofAmount((amount, [digits]) => {
    const count = digits === undefined ? 0 : readDigits(digits);
    return count === undefined ? needsDigits : round(amount, count);
  }),
  floor: ofAmount(roundDown),
  ceil: ofAmount(roundUp),
  abs: ofAmount((amount) => (amount.units < 0n ? negate(amount) : amount)),
  at_least: ofTwo((a, b) => (compareAmounts(a, b) < 0 ? b : a)),
  at_most: ofTwo((a, b) => (compareAmounts(a, b) > 0 ? b : a)),
  fixed: (value, [digits]) => {
    const count = readDigits(digits);
    const amount = readAmount(value);
    if (!amount) return needsNumber;
    return count === undefined || count < 0 ? needsDigits : writeDigits(fix(amount, count));
  },
  format_number: (value, [digits, locale], work) => {
    const count = digits === undefined ? undefined : readDigits(digits);
    if (digits !== undefined && (count === undefined || count < 0)) return needsDigits;
    const fraction =
      count === undefined
        ? { maximumFractionDigits: maxDigits }
        : { minimumFractionDigits: count, maximumFractionDigits: count };
    return format(value, locale, fraction, work, count);
  },
  currency: (value, [code, locale], work) => {
    const currency = textOf(code).toUpperCase();
    if (!/^[A-Z]{3}$/.test(currency)) return new FilterProblem('needs a currency like EUR');
    return format(value, locale, { style: 'currency', currency }, work);
  },
  /**
   * Sums a list of numbers, of values at a path in its items, or of the products of two: `sum: 'price', 'quantity'`. Items
   * without a value are left out.
   */
  sum: ofList((list, paths, work) => {
    const parts = (paths.length > 0 ? paths : [undefined]).map((path) => readPart(path, work));
    const amounts: Amount[] = [];
    for (const item of list) {
      const values = parts.map((take) => take(item));
      if (values.some(isMissing)) continue;
      let product: Amount | undefined;
      for (const value of values) {
        const amount = readAmount(value);
        if (!amount) return new FilterProblem('needs numbers in the list');
        product = product ? multiply(product, amount) : amount;
        // Few characters can make a long number: 1e399.
        if (!spend(work, product.scale / digitsStep + countDigits(product) / digitsStep)) return tooMuch;
      }
      if (product) amounts.push(product);
    }
    return toNumber(addAll(amounts));
  }),
} satisfies Record<string, ApplyFilter>;

const needsNumber = new FilterProblem('needs a number');
const needsDigits = new FilterProblem('needs a whole number of digits');
const byZero = new FilterProblem('cannot divide by 0');

const maxDigits = 20;

/** How many digits are one step. */
const digitsStep = 40;

/** Returns roughly how many digits a number has. */
function countDigits({ units }: Amount): number {
  return units.toString(16).length;
}

function readDigits(value: unknown): number | undefined {
  const digits = readWhole(value);
  return digits !== undefined && Math.abs(digits) <= maxDigits ? digits : undefined;
}

function ofAmount(change: (amount: Amount, args: readonly unknown[]) => Amount | FilterProblem): ApplyFilter {
  return (value, args) => {
    const amount = readAmount(value);
    return amount ? toNumber(change(amount, args)) : needsNumber;
  };
}

function ofTwo(change: (a: Amount, b: Amount) => Amount | FilterProblem): ApplyFilter {
  return ofAmount((amount, [arg]) => {
    const other = readAmount(arg);
    return other ? change(amount, other) : new FilterProblem('needs a number for its argument');
  });
}

function toNumber(result: Amount | FilterProblem) {
  if (result instanceof FilterProblem) return result;
  return writeAmount(result) ?? new FilterProblem('makes a number with too many digits');
}

function format(
  value: unknown,
  locale: unknown,
  options: Intl.NumberFormatOptions,
  work: FilterWork,
  digits = maxDigits,
): string | FilterProblem {
  const amount = readAmount(value);
  if (!amount) return needsNumber;
  try {
    // Given as digits, the number loses none (ECMA-402, Intl.NumberFormat v3); half is rounded away from zero.
    const exact = writeDigits(round(amount, digits)) as `${number}`;
    // A number that is rounded to 0 has no minus, as with `fixed`.
    const language = readLocale(locale);
    const make = () => new Intl.NumberFormat(language, { ...options, signDisplay: 'negative' });
    return keep(work, `numbers ${Object.entries(options).flat().join(' ')} ${language}`, make).format(exact);
  } catch (error) {
    if (error instanceof RangeError) return new FilterProblem('needs a language like en or de-AT');
    throw error;
  }
}

/** The greatest length of a language: a long list of variants takes seconds, and a delivery may send it. */
const longestLocale = 100;

/** Reads a language (BCP 47); English by default. `Intl` refuses the empty text, which is returned for one that is too long. */
export function readLocale(value: unknown): string {
  const text = isMissing(value) || value === '' ? 'en' : textOf(value);
  return text.length > longestLocale ? '' : text;
}
