// Arithmetic of decimals by their digits, since sums of money must not become 0.30000000000000004.
import { ExactNumber } from '../json/json';
import { isScalar } from '../comparing/equality';
import { textOf } from '../json/value-text';

/** The number `units` divided by ten to the power of `scale`, which is never negative. */
export interface Amount {
  units: bigint;
  scale: number;
}

const decimal = /^([+-]?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/;

/** The greatest length in characters. Longer numbers are only text, and no result is longer: amounts are short. */
const longest = 400;

/** How many digits a division that does not end has behind the point. */
const dividedScale = 20;

/** Reads the number that a value is or its text says; undefined for anything else. */
export function readAmount(value: unknown): Amount | undefined {
  if (!isScalar(value) || typeof value === 'boolean') return undefined;
  const text = textOf(value).trim();
  const parts = text.length <= longest && decimal.exec(text);
  if (!parts) return undefined;
  const [, sign, whole = '', fraction = '', power = '0'] = parts;
  const scale = fraction.length - Number(power);
  if (Math.abs(scale) > longest) return undefined;
  const units = BigInt(`${sign === '-' ? '-' : ''}${whole}${fraction}`);
  return shorten(scale < 0 ? { units: units * powerOfTen(-scale), scale: 0 } : { units, scale });
}

/** Writes a number for JSON: JavaScript's, or one that keeps more digits. Undefined when it is too long. */
export function writeAmount(amount: Amount): number | ExactNumber | undefined {
  const text = writeDigits(amount);
  if (text.length > longest) return undefined;
  const number = Number(text);
  return String(number) === text ? number : new ExactNumber(text);
}

/** Writes a number as text, with as many digits behind the point as its scale says. */
export function writeDigits({ units, scale }: Amount): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const point = digits.length - scale;
  const text = scale === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
  return units < 0n ? `-${text}` : text;
}

export function addAmounts(a: Amount, b: Amount): Amount {
  return addAll([a, b]);
}

/** Adds numbers. It removes trailing zeros once, at the end, since this takes as long as all else. */
export function addAll(amounts: readonly Amount[]): Amount {
  let [units, scale] = [0n, 0];
  for (const amount of amounts) {
    const common = Math.max(scale, amount.scale);
    units = unitsAt({ units, scale }, common) + unitsAt(amount, common);
    scale = common;
  }
  return shorten({ units, scale });
}

export function negate({ units, scale }: Amount): Amount {
  return { units: -units, scale };
}

export function multiply(a: Amount, b: Amount): Amount {
  return shorten({ units: a.units * b.units, scale: a.scale + b.scale });
}

/** Divides `a` by `b`; undefined when `b` is 0. */
export function divide(a: Amount, b: Amount): Amount | undefined {
  if (b.units === 0n) return undefined;
  const digits = dividedScale + 1 + b.scale;
  const units = (a.units * powerOfTen(digits)) / b.units;
  return round({ units, scale: a.scale + digits - b.scale }, Math.max(dividedScale, a.scale));
}

/** Returns the remainder of a division, with the sign of `a`; undefined when `b` is 0. */
export function findRest(a: Amount, b: Amount): Amount | undefined {
  if (b.units === 0n) return undefined;
  const scale = Math.max(a.scale, b.scale);
  return shorten({ units: unitsAt(a, scale) % unitsAt(b, scale), scale });
}

export function compareAmounts(a: Amount, b: Amount): number {
  const scale = Math.max(a.scale, b.scale);
  const difference = unitsAt(a, scale) - unitsAt(b, scale);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Rounds half away from zero, as with money, to `digits` behind the point; negative ones round tens and hundreds. */
export function round(amount: Amount, digits = 0): Amount {
  return shorten(roundTo(amount, digits, 'half'));
}

export function roundDown(amount: Amount): Amount {
  return roundTo(amount, 0, 'down');
}

export function roundUp(amount: Amount): Amount {
  return negate(roundTo(negate(amount), 0, 'down'));
}

/** Rounds a number, and keeps zeros up to this many digits behind the point. */
export function fix(amount: Amount, digits: number): Amount {
  const rounded = roundTo(amount, digits, 'half');
  return { units: unitsAt(rounded, digits), scale: digits };
}

function roundTo(amount: Amount, digits: number, way: 'half' | 'down'): Amount {
  if (amount.scale <= digits) return amount;
  const step = powerOfTen(amount.scale - digits);
  const sign = amount.units < 0n ? -1n : 1n;
  const rest = amount.units % step;
  let units = amount.units / step;
  if (way === 'down' && rest < 0n) units -= 1n;
  if (way === 'half' && sign * rest * 2n >= step) units += sign;
  return digits < 0 ? { units: units * powerOfTen(-digits), scale: 0 } : { units, scale: digits };
}

function unitsAt({ units, scale }: Amount, wanted: number): bigint {
  return wanted === scale ? units : units * powerOfTen(wanted - scale);
}

function powerOfTen(power: number): bigint {
  return 10n ** BigInt(power);
}

/** Removes zeros at the end of the digits behind the point. */
function shorten({ units, scale }: Amount): Amount {
  if (units === 0n) return { units, scale: 0 };
  const digits = String(units);
  let zeros = 0;
  while (zeros < scale && digits[digits.length - 1 - zeros] === '0') zeros += 1;
  return zeros === 0 ? { units, scale } : { units: units / powerOfTen(zeros), scale: scale - zeros };
}
