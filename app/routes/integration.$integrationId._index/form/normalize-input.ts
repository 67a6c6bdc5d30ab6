// Normalizes the text of a field when the user leaves it. Only script does this; without script, the save does the same.
import type { FocusEvent } from 'react';
import { normalizePath } from '~/engine/paths/path-spelling';
import { findResponsePart } from '~/engine/paths/response-part';

/**
 * Converts a variable's name to the form that is stored: lower case, with single underscores between words (`Order ID` →
 * `order_id`, `userName` → `user_name`) and none at either end.
 */
export function toSnakeCase(name: string): string {
  return name
    .trim()
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])(?=[A-Z][a-z])/g, '$1_')
    .replace(/\W+/g, '_')
    .replace(/_+/g, '_')
    .replace(/^_|_$/g, '')
    .toLowerCase();
}

/** Returns the name that a typed one is stored under. Stored names stay as they are, because placeholders use them. */
export function normalizeName(typed: string, stored: readonly string[]): string {
  const name = typed.trim();
  return stored.includes(name) ? name : toSnakeCase(name);
}

type Blur = FocusEvent<HTMLInputElement>;

/** Returns the blur handler for a field with a variable's name; `stored` are the names that stay as they are. */
export function normalizeNameOnBlur(stored: readonly string[]) {
  return ({ currentTarget: input }: Blur) => typeInto(input, normalizeName(input.value, stored));
}

export function normalizePathOnBlur({ currentTarget: input }: Blur): void {
  // A lone word is not taken for a path: the save refuses it. Other parts of a response, such as a header, stay as they are.
  if (findResponsePart(input.value.trim())) return;
  if (/^\s*\$|[.[]/.test(input.value)) typeInto(input, normalizePath(input.value));
}

/** Sets a field's text as if the user typed it, so that the form and React notice it. */
export function typeInto(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  if (field.value === text) return;
  const isTextArea = field instanceof HTMLTextAreaElement;
  const { prototype } = isTextArea ? HTMLTextAreaElement : HTMLInputElement;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
