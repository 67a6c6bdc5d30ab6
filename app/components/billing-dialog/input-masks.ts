// Formats the fields of the billing dialog while the user types. The server sets the rules themselves.
import type { FormEvent } from 'react';

/** Formats as '4242 4242 4242 4242': at most 19 characters. */
export function formatCardNumber(typed: string): string {
  const digits = typed.replace(/\D/g, '').slice(0, 16);
  return digits.replace(/(\d{4})(?=\d)/g, '$1 ');
}

/** Formats as '12/27'. A month of one digit before a slash gets its leading zero. */
export function formatExpiry(typed: string): string {
  const digits = typed
    .replace(/^(\d)\//, '0$1')
    .replace(/\D/g, '')
    .slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits;
}

export function formatCvv(typed: string): string {
  return typed.replace(/\D/g, '').slice(0, 4);
}

/** Keeps letters, digits, spaces and hyphens, in upper case: at most 20 characters. */
export function formatPostalCode(typed: string): string {
  return typed
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .toUpperCase()
    .slice(0, 20);
}

/** Returns an `onInput` for a format. The caret stays behind the same character, also in the middle of a text. */
export function formatWhileTyping(format: (typed: string) => string) {
  return ({ currentTarget: input }: FormEvent<HTMLInputElement>) => {
    const { value, selectionStart } = input;
    const formatted = format(value);
    if (formatted === value) return;
    const atEnd = selectionStart === null || selectionStart === value.length;
    const before = format(value.slice(0, selectionStart ?? value.length)).length;
    input.value = formatted;
    const caret = atEnd ? formatted.length : before;
    input.setSelectionRange(caret, caret);
  };
}
