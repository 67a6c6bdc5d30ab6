// What a field does to its text when one leaves it. Script alone does it; without, the save does the same.
import type { FocusEvent } from 'react';
import { normalizePath } from '~/engine/paths/path-spelling';
import { findResponsePart } from '~/engine/paths/response-part';

/**
 * A variable's name as it is kept: lower case, words parted by single underscores (`Order ID` → `order_id`,
 * `userName` → `user_name`), none at the edges.
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

/** The name under which a typed one is kept. Names that are stored stay as they are: placeholders use them. */
export function settleName(typed: string, stored: readonly string[]): string {
  const name = typed.trim();
  return stored.includes(name) ? name : toSnakeCase(name);
}

type Blur = FocusEvent<HTMLInputElement>;

/** For a field with the name of a variable, beside those that are stored. */
export function settleNameOnBlur(stored: readonly string[]) {
  return ({ currentTarget: input }: Blur) => typeInto(input, settleName(input.value, stored));
}

export function normalizePathOnBlur({ currentTarget: input }: Blur): void {
  // A lone word is refused rather than guessed at; what is no path of the body stays as it is.
  if (findResponsePart(input.value.trim())) return;
  if (/^\s*\$|[.[]/.test(input.value)) typeInto(input, normalizePath(input.value));
}

/** A number outside its bounds becomes the nearest bound; what is no number is left for the save to refuse. */
export function clampOnBlur(
  { currentTarget: input }: Blur,
  { min, max }: { min: number; max: number },
): void {
  const number = Number(input.value);
  if (input.value.trim() === '' || !Number.isFinite(number)) return;
  typeInto(input, String(Math.min(max, Math.max(min, Math.round(number)))));
}

/** Puts a text into a field as if it were typed, so that the form and React hear of it. */
export function typeInto(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  if (field.value === text) return;
  const isTextArea = field instanceof HTMLTextAreaElement;
  const { prototype } = isTextArea ? HTMLTextAreaElement : HTMLInputElement;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
