// The characters that no name of a connection or an alert channel may have: such names are in mails and beside buttons.

/** Checks that there is no line break, no control character and no mark that changes the writing direction. */
export function hasOnlyNameCharacters(name: string): boolean {
  return !/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(name);
}
