// Comparing numbers by their digits, since JavaScript's numbers take 9007199254740993 for 9007199254740992.
import type { ExactNumber } from './json';

const decimal = /^([+-]?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** Longer numbers would cost time, and nobody compares them. */
const longest = 400;

/** A finite number, read once to be compared often. */
export interface Decimal {
  /** JavaScript's number for it, which may be rounded. */
  rounded: number;
  /** Undefined of one with an exponent that is no number of our world. */
  exact: Exact | undefined;
  /** How `rounded` stands to it; found out when that is first asked for. */
  order?: number | undefined;
}

/** `sign` times 0.`digits` times ten to the power of `point`. The digits neither begin nor end with 0; there are none of 0. */
interface Exact {
  sign: 1 | -1;
  digits: string;
  point: number;
}

/** A finite number in decimal notation; undefined of other text, and of what is longer than 400 characters, which is only text. */
export function readDecimal(text: string): Decimal | undefined {
  const parts = text.length <= longest && decimal.exec(text);
  const rounded = parts ? Number(text) : NaN;
  if (!parts || !Number.isFinite(rounded)) return undefined;
  const [, sign, whole = '', fraction = '', power = '0'] = parts;
  if (Math.abs(Number(power)) > longest) return { rounded, exact: undefined };
  const all = whole + fraction;
  const [first, behind] = findDigits(all);
  const point = whole.length + Number(power) - first;
  return { rounded, exact: { sign: sign === '-' ? -1 : 1, digits: all.slice(first, behind), point } };
}

/** Where those begin that are no leading zeros, and the place behind those that are no trailing ones. */
function findDigits(all: string): [first: number, behind: number] {
  let first = 0;
  let behind = all.length;
  while (first < behind && all[first] === '0') first += 1;
  while (behind > first && all[behind - 1] === '0') behind -= 1;
  return [first, behind];
}

/** Below, at or above 0 as `a` is less than, equal to or greater than `b`. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  // Rounding puts no number behind another one: digits are asked only where two are rounded to the same.
  if (a.rounded !== b.rounded || !a.exact || !b.exact) return Math.sign(a.rounded - b.rounded);
  return compareExact(a.exact, b.exact);
}

/** The same of a number of JSON; undefined of one that is no decimal. */
export function compareNumber(value: number | ExactNumber, to: Decimal): number | undefined {
  if (typeof value === 'number') {
    if (value !== to.rounded) return value < to.rounded ? -1 : 1;
    return (to.order ??= compareText(String(value), to));
  }
  return compareText(value.toString(), to);
}

function compareText(text: string, to: Decimal): number | undefined {
  const read = readDecimal(text);
  return read && compareDecimals(read, to);
}

function compareExact(a: Exact, b: Exact): number {
  if (a.digits === '' || b.digits === '') return a.digits === b.digits ? 0 : a.digits ? a.sign : -b.sign;
  if (a.sign !== b.sign) return a.sign;
  if (a.point !== b.point) return a.point < b.point ? -a.sign : a.sign;
  return a.digits === b.digits ? 0 : a.digits < b.digits ? -a.sign : a.sign;
}
