// Comparing numbers by their digits, since JavaScript's numbers take 9007199254740993 for 9007199254740992.

const decimal = /^([+-]?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** Beyond these, digits would fill the memory for no one's benefit. */
const longestExact = 400;

/** Whether a text is a finite number in decimal notation. */
export function isDecimal(text: string): boolean {
  return decimal.test(text) && Number.isFinite(Number(text));
}

/** Below, at or above 0 as `a` is less than, equal to or greater than `b`; both must be decimal. */
export function compareDecimals(a: string, b: string): number {
  const left = parseExact(a);
  const right = parseExact(b);
  if (!left || !right) return Math.sign(Number(a) - Number(b));
  const exponent = Math.min(left.exponent, right.exponent);
  const difference = scale(left, exponent) - scale(right, exponent);
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}

interface Exact {
  digits: bigint;
  exponent: number;
}

function parseExact(text: string): Exact | undefined {
  const [, sign, whole = '', fraction = '', power = '0'] = decimal.exec(text) ?? [];
  if (text.length > longestExact || Math.abs(Number(power)) > longestExact) return undefined;
  const digits = BigInt(whole + fraction);
  return { digits: sign === '-' ? -digits : digits, exponent: Number(power) - fraction.length };
}

function scale({ digits, exponent }: Exact, to: number): bigint {
  return digits * 10n ** BigInt(exponent - to);
}
