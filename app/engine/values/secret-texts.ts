import { ExactNumber, mayBeEscaped, stringifyJson } from '../json/json';
import type { InParts } from '../json/json-parts';
import { listPropertyNames } from '../json/property-names';
import { stringifyJsonInParts } from '../json/write-in-parts';
import { textOf } from '../json/value-text';

/** Lists a value, and the parts of it that paths lead to, as templates write them. */
export function listValueTexts(value: unknown): string[] {
  if (typeof value === 'boolean') return [];
  if (Array.isArray(value)) return [stringifyJson(value), ...value.flatMap(listValueTexts)];
  const isObject =
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
  return isObject ? [stringifyJson(value), ...Object.values(value).flatMap(listValueTexts)] : [textOf(value)];
}

/**
 * Checks whether any of a value's texts, as {@link listValueTexts} lists them, holds a secret; in parts. The JSON text of the
 * whole value holds all other texts, except for strings that JSON escapes.
 */
export function* holdsSecretText(value: unknown, isSecret: (text: string) => boolean): InParts<boolean> {
  if (typeof value === 'boolean') return false;
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) {
    return isSecret(textOf(value));
  }
  if (isSecret(yield* stringifyJsonInParts(value))) return true;
  yield;
  return someString(value, (text) => mayBeEscaped(text) && isSecret(text));
}

function someString(value: unknown, test: (text: string) => boolean): boolean {
  if (typeof value === 'string') return test(value);
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return false;
  if (Array.isArray(value)) return value.some((item) => someString(item, test));
  return listPropertyNames(value).some((name) => someString((value as Record<string, unknown>)[name], test));
}

/**
 * Returns a value with its texts masked, at any depth. A list or object that holds a secret only as a whole, or in the name of
 * a field, becomes its masked text.
 */
export function maskParts(value: unknown, maskSecrets: (text: string) => string): unknown {
  const isObject =
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
  if (!Array.isArray(value) && !isObject) {
    const text = textOf(value);
    const masked = maskSecrets(text);
    return masked === text ? value : masked;
  }
  const copy: unknown = Array.isArray(value)
    ? value.map((item) => maskParts(item, maskSecrets))
    : Object.fromEntries(
        Object.entries(value as object).map(([name, part]) => [name, maskParts(part, maskSecrets)]),
      );
  const text = stringifyJson(copy);
  const masked = maskSecrets(text);
  return masked === text ? copy : masked;
}
