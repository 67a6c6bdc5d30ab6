// Writes JSON values as text.
import { beginningOfJson, ExactNumber, stringifyJson } from './json';

/** Returns the name of a value's type in JSON. */
export function typeOfJson(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (value instanceof ExactNumber) return 'number';
  return typeof value;
}

/** Writes a value inside text: strings unchanged, null as nothing, numbers with their digits, the rest as JSON. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  if (value instanceof ExactNumber) return value.toString();
  return typeof value === 'object' ? stringifyJson(value) : String(value);
}

/** Returns the first `length` UTF-16 units of {@link textOf}, perhaps half a character last, without writing the rest. */
export function beginningOfText(value: unknown, length: number): string {
  const text = typeof value === 'object' && value !== null ? beginningOfJson(value, length) : textOf(value);
  return text.slice(0, length);
}
