import { stringifyJson } from '../json/json';
import { textOf } from '../json/value-text';

/** Lists a value, and the parts of it that paths lead to, as templates write them. */
export function listTexts(value: unknown): string[] {
  if (typeof value === 'boolean') return [];
  if (Array.isArray(value)) return [stringifyJson(value), ...value.flatMap(listTexts)];
  const isObject =
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
  return isObject ? [stringifyJson(value), ...Object.values(value).flatMap(listTexts)] : [textOf(value)];
}
