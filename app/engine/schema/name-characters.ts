// The characters of names and descriptions: they are in mails and beside buttons, where they must not look like another text.
import type { z } from 'zod';

/** Matches line breaks, control characters and marks that change the writing direction. */
const misleading = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

/** Matches the same, except the line breaks and tabs of a text of several lines, and the marks that Arabic and Hebrew need there. */
const misleadingInLines = /[^\P{Cc}\t\r\n]|[\p{Zl}\p{Zp}]|[^\P{Bidi_Control}\u200e\u200f\u061c]/u;

/** Matches a character that is seen: no space, no control character and nothing of zero width. */
const visible = /[^\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/**
 * The marks of zero width that change the character before them: they join it, choose its variant, or tag an emoji. Emoji, Arabic
 * and the scripts of India need them (Unicode Standard §23.2 to §23.9).
 */
const shaping = String.raw`\u200c\u200d\u180b-\u180d\u180f\ufe00-\ufe0f\u{e0020}-\u{e007f}\u{e0100}-\u{e01ef}`;
const unshaping = new RegExp(String.raw`[^\P{Default_Ignorable_Code_Point}\p{Bidi_Control}${shaping}]`, 'gu');
/** Matches marks behind a character that none of them changes. */
const behindPlain = new RegExp(
  String.raw`(^|[\p{ASCII}\p{P}\p{Z}\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}])([\p{M}${shaping}]+)`,
  'gu',
);
const anyShaping = new RegExp(`[${shaping}]`, 'gu');
/** What makes a keycap of a digit. */
const keycap = '\ufe0f\u20e3';

/**
 * Removes the characters that are not seen and change nothing, such as a zero-width space: with them, two names would look alike.
 * Text that is copied may hold them, so they are no mistake of who pastes it. A name in which nothing is seen stays as it is.
 */
export function removeUnseen(name: string): string {
  if (!visible.test(name)) return name;
  return name
    .replace(unshaping, '')
    .replace(behindPlain, (all, plain: string, marks: string) =>
      marks === keycap ? all : plain + marks.replace(anyShaping, ''),
    );
}

/** Returns what is wrong with the characters of a name. `label` begins the sentence. An empty name has none. */
export function findNameProblem(label: string, name: string): string | undefined {
  if (misleading.test(name)) return `${label} must not contain line breaks or control characters`;
  return name === '' || visible.test(name) ? undefined : `${label} must contain a visible character`;
}

/** Returns what is wrong with the characters of a text that may have several lines. */
export function findTextProblem(label: string, text: string): string | undefined {
  return misleadingInLines.test(text) ? `${label} must not contain control characters` : undefined;
}

/** Makes the check of a schema from {@link findNameProblem} or {@link findTextProblem}. */
export function refuseCharacters(
  label: string,
  find: typeof findNameProblem = findNameProblem,
): z.core.CheckFn<string> {
  return ({ value, issues }) => {
    const message = find(label, value);
    if (message !== undefined) issues.push({ code: 'custom', message, input: value });
  };
}

/** Makes a name of one line out of a text of foreign origin; empty when nothing of it is seen. */
export function toNameLine(text: string): string {
  const line = removeUnseen(text)
    .replace(/\p{Bidi_Control}/gu, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  return findNameProblem('', line) === undefined ? line : '';
}
