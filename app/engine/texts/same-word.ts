// Compares a word that a person typed with the word that they read.

/**
 * Checks whether a person typed the word they were asked for. A screen draws two spaces as one and a no-break space as a plain
 * one, and a keyboard may compose a letter in another way than the program it was copied from.
 */
export function isSameWord(typed: string, word: string): boolean {
  return toPlain(typed) === toPlain(word);
}

function toPlain(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, ' ').trim();
}
