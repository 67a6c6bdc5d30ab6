/** The kinds of text that several fields hold: an email address, a text within bounds, and a name that others see. */
import { z } from 'zod';
import { refuseCharacters, removeUnseen } from './engine/schema/name-characters';

z.config({ jitless: true }); // The content security policy forbids eval, which zod would otherwise try.

/**
 * How many characters of an email address are brought into the form NFKC: that form puts combining marks in order, which takes
 * time that grows with the square of their number. No address is nearly as long.
 */
const maxNormalized = 1_000;

/** An email address in the form that is stored and compared: trimmed, NFKC, lower case. */
export function email(message: string) {
  return z
    .string({ error: message })
    .trim()
    .max(maxNormalized, { error: message, abort: true })
    .normalize('NFKC')
    .toLowerCase()
    .max(254, message)
    .pipe(z.email({ error: message }));
}

/** A trimmed text without unseen characters, with the usual messages: 'First name must be at least 2 characters'. */
export function text(label: string, min: number, max: number) {
  const tooShort = `${label} must be at least ${min} characters`;
  return z
    .string({ error: tooShort })
    .overwrite(removeUnseen)
    .trim()
    .min(min, tooShort)
    .max(max, `${label} must not exceed ${max} characters`);
}

/** Like `text`, for names that other users see. */
export function nameText(label: string, min: number, max: number) {
  return text(label, min, max).check(refuseCharacters(label));
}
