// Compares numbers by their digits, because JavaScript's numbers cannot tell 9007199254740993 from 9007199254740992.
import type { ExactNumber } from './json';

const decimal = /^([+-]?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** The longest number, in characters. Longer ones take time, and are not compared in practice. */
const longest = 400;

/** A finite number, parsed once for many comparisons. */
export interface Decimal {
  /** The nearest JavaScript number, which may be rounded. */
  rounded: number;
  /** Undefined when the exponent is beyond 400, which no real quantity has. */
  exact: Exact | undefined;
  /** The order of `rounded` and the exact number, computed on demand. */
  order?: number | undefined;
}

/** The number `sign` × 0.`digits` × 10 to the power of `point`. The digits have no leading or trailing 0; zero has none. */
interface Exact {
  sign: 1 | -1;
  digits: string;
  point: number;
}

/** Parses a finite decimal number; undefined for other text, and beyond 400 characters, where digits are only text. */
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

/** Returns the index of the first digit after leading zeros, and the one after the last before trailing zeros. */
function findDigits(all: string): [first: number, behind: number] {
  let first = 0;
  let behind = all.length;
  while (first < behind && all[first] === '0') first += 1;
  while (behind > first && all[behind - 1] === '0') behind -= 1;
  return [first, behind];
}

/** Returns a number below, at or above 0, as `a` is less than, equal to or greater than `b`. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  // Rounding keeps the order, so digits are compared only when both round to the same number.
  if (a.rounded !== b.rounded || !a.exact || !b.exact) return Math.sign(a.rounded - b.rounded);
  return compareExact(a.exact, b.exact);
}

/** Compares a JSON number likewise; undefined when it is not a decimal number. */
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
