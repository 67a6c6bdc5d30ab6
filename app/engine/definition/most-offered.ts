/** How many integrations a choice list offers: the newest ones. Nobody would read a longer list. */
export const mostOffered = 500;

/** What is said below such a list that may lack some; undefined for a list of all. */
export function describeCut({ length }: readonly unknown[]): string | undefined {
  // The integration that is open is not offered to itself.
  if (length < mostOffered - 1) return undefined;
  return `Only the newest ${mostOffered} are listed. The API takes the others, too.`;
}
