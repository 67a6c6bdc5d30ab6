// Sets a name off from the sentence that it stands in: people name organizations in lower case, and with words such as “the”.

/** Puts a name of an organization, as a sentence has it, between quotation marks. Titles, buttons and labels have it alone. */
export function inQuotes(name: string): string {
  return `“${name}”`;
}
