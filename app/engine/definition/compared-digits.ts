// Keeps the digits of numbers that conditions compare with. JSON.parse would round 9007199254740993, and the condition would
// hold for another number. As text the digits stay, and a text of digits is compared as a number.
import { compareDecimals, readDecimal } from '../json/decimal';
import { ExactNumber } from '../json/json';

type Fields = Record<string, unknown>;

/** The fields that are only passed on, such as a body, and hold no conditions. */
const passedOn = new Set(['body', 'variables', 'dataMapping', 'headers']);

/**
 * Returns the value of JSON.parse, with the `value` of conditions as text where JSON.parse would round it. `exact` is the same
 * JSON text parsed by `parseJson`.
 */
export function keepComparedDigits(sent: unknown, exact: unknown): unknown {
  if (typeof sent !== 'object' || sent === null || typeof exact !== 'object' || exact === null) return sent;
  if (Array.isArray(sent)) {
    return sent.map((item, index) => keepComparedDigits(item, (exact as unknown[])[index]));
  }
  const fields = sent as Fields;
  const isCondition = Object.hasOwn(fields, 'field') || Object.hasOwn(fields, 'operator');
  const kept = Object.entries(fields).map(([name, value]): [string, unknown] => {
    const same = Object.hasOwn(exact, name) ? (exact as Fields)[name] : undefined;
    if (same instanceof ExactNumber) {
      return [name, isCondition && name === 'value' && isRounded(same) ? same.toString() : value];
    }
    return [name, passedOn.has(name) ? value : keepComparedDigits(value, same)];
  });
  return Object.fromEntries(kept);
}

/** Checks whether JavaScript rounds the number, like 9007199254740993; 1.10 keeps its value. False beyond its range. */
function isRounded(exact: ExactNumber): boolean {
  const written = readDecimal(exact.toString());
  const kept = written && readDecimal(String(written.rounded));
  return written !== undefined && kept !== undefined && compareDecimals(written, kept) !== 0;
}
