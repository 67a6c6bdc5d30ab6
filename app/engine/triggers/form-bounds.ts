// What a form may hold, without the validation library: screens read it too.

export const fieldTypes = ['text', 'long_text', 'number', 'boolean', 'date', 'choice', 'file'] as const;

/** The most fields and choices, and lengths in characters; `text`, `longText` and `number` are those of values. */
export const formBounds = {
  fields: 20,
  label: 100,
  description: 500,
  choices: 50,
  choice: 200,
  accept: 200,
  text: 1_000,
  longText: 20_000,
  number: 100,
} as const;
