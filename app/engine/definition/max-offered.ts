/** The most integrations that a choice list offers, the newest ones. A longer list would not be read. */
export const maxOffered = 500;

/** Returns the note below a list that may be incomplete; undefined for a complete list. */
export function describeCut({ length }: readonly unknown[]): string | undefined {
  // The list leaves out the open integration, so a full list may be one shorter.
  if (length < maxOffered - 1) return undefined;
  return `Only the newest ${maxOffered} are listed. The API takes the others, too.`;
}
