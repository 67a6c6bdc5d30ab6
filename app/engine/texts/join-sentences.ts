// Puts a sentence that people wrote before ours.

/** Joins texts with spaces, and ends those with a full stop that end with a letter, a digit or a bracket; empty ones are left out. */
export function joinSentences(texts: readonly string[]): string {
  const shown = texts.map((text) => text.trim()).filter((text) => text !== '');
  return shown
    .map((text, index) => (index < shown.length - 1 && /[\p{L}\p{N})\]]$/u.test(text) ? `${text}.` : text))
    .join(' ');
}
