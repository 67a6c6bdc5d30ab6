// What a condition compares with may come as a JSON number. JSON.parse would change the digits of 9007199254740993, and the
// condition would then hold for another number; as text they stay, and a text of digits compares as the number it spells.
import { compareDecimals, readDecimal } from '../json/decimal';
import { ExactNumber } from '../json/json';

type Fields = Record<string, unknown>;

/** What is only passed on, as a body: nothing in it is a condition. */
const passedOn = new Set(['body', 'variables', 'dataMapping', 'headers']);

/**
 * The value of a JSON text by JSON.parse, but with the `value` of conditions as text where that made another number of it.
 * `exact` is the same text by `parseJson`.
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

/** Whether JavaScript has no such number: 1.10 is 1.1, and 9007199254740993 is none. Of what is beyond all numbers, no. */
function isRounded(exact: ExactNumber): boolean {
  const written = readDecimal(exact.toString());
  const kept = written && readDecimal(String(written.rounded));
  return written !== undefined && kept !== undefined && compareDecimals(written, kept) !== 0;
}
