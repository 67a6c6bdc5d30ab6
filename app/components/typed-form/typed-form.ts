// The form of a value, a connection or the like, as it was sent.

/** What was typed, by the names of the fields, to be shown again beside what is wrong with it. */
export type Typed = Record<string, string>;

export function readTyped(form: FormData): Typed {
  const texts = [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(texts);
}

/** The hosts of one field, separated by white space, commas or semicolons. */
export function readHosts(text = ''): string[] {
  return text.split(/[\s,;]+/).filter(Boolean);
}

/** The problems of a list's entries, shown at the list. */
export function toFieldErrors(fields: Record<string, string[]> = {}): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  for (const [field, messages] of Object.entries(fields)) {
    const listed = (errors[field.replace(/^(allowedHosts)\.\d+$/, '$1')] ??= []);
    for (const message of messages) if (!listed.includes(message)) listed.push(message);
  }
  return errors;
}
