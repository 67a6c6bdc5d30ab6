// What is said of a value that is none of those one may choose from, to a program as to a person.

const inWords = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** One sentence that names all there are: 'The action must be continue or retry'. */
export function describeChoice(subject: string, choices: readonly string[]): string {
  return `${subject} must be ${inWords.format(choices)}`;
}
