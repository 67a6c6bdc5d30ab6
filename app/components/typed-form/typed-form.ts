// The form of a value, a connection or something similar, as it was sent.

/** The typed values by the names of the fields, to be shown again beside the errors. */
export type Typed = Record<string, string>;

export function readTyped(form: FormData): Typed {
  const texts = [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(texts);
}

/** Reads the hosts of one field, separated by white space, commas or semicolons. */
export function readHosts(text = ''): string[] {
  return text.split(/[\s,;]+/).filter(Boolean);
}

/** Moves the errors of a list's entries to the list. */
export function toFieldErrors(fields: Record<string, string[]> = {}): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  for (const [field, messages] of Object.entries(fields)) {
    const listed = (errors[field.replace(/^(allowedHosts)\.\d+$/, '$1')] ??= []);
    for (const message of messages) if (!listed.includes(message)) listed.push(message);
  }
  return errors;
}
