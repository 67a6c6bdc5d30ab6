// The message about a value that is not one of the possible choices, for programs and people alike.

const inWords = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** Returns a sentence that names all choices: 'The action must be continue or retry'. */
export function describeChoice(subject: string, choices: readonly string[]): string {
  return `${subject} must be ${inWords.format(choices)}`;
}
