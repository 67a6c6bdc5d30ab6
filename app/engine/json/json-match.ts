// Compares the JSON text of a value with a text without writing it. It stops at the first difference, however large the value.
import { ExactNumber, stringifyJson } from './json';
import { listPropertyNames } from './property-names';

/** Checks whether `stringifyJson` would write the value as this text. */
export function isJsonText(value: unknown, text: string): boolean {
  return match(value, text, 0) === text.length;
}

/** Returns the index after the value in the text; -1 when the text differs. */
function match(value: unknown, text: string, start: number): number {
  if (typeof value === 'string') {
    // Each character takes at least one, and there are two quotation marks.
    return value.length + 2 > text.length - start ? -1 : matchSigns(JSON.stringify(value), text, start);
  }
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) {
    return matchSigns(stringifyJson(value), text, start);
  }
  return Array.isArray(value) ? matchList(value, text, start) : matchObject(value, text, start);
}

function matchList(list: unknown[], text: string, start: number): number {
  let at = matchSigns('[', text, start);
  for (let index = 0; index < list.length && at >= 0; index += 1) {
    if (index > 0) at = matchSigns(',', text, at);
    if (at >= 0) at = match(list[index], text, at);
  }
  return at < 0 ? at : matchSigns(']', text, at);
}

function matchObject(object: object, text: string, start: number): number {
  let at = matchSigns('{', text, start);
  // Listing the names of a large object takes long.
  if (at < 0) return at;
  for (const [index, name] of listPropertyNames(object).entries()) {
    if (index > 0) at = matchSigns(',', text, at);
    if (at >= 0) at = match(name, text, at);
    if (at >= 0) at = matchSigns(':', text, at);
    if (at >= 0) at = match((object as Record<string, unknown>)[name], text, at);
    if (at < 0) return at;
  }
  return matchSigns('}', text, at);
}

function matchSigns(signs: string, text: string, start: number): number {
  return text.startsWith(signs, start) ? start + signs.length : -1;
}
