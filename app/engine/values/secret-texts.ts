import { stringifyJson } from '../json/json';
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
