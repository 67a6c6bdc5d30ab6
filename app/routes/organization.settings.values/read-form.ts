// A value's form, as it was sent.
import type { ValueChange } from '~/services/values/value-input';

/** What was typed, by the names of the fields, to be shown again beside what is wrong with it. */
export type Typed = Record<string, string>;

export function readTyped(form: FormData): Typed {
  const texts = [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(texts);
}

/** What was typed as the services take it. Lines end as they did before a browser sent them. */
export function toInput(typed: Typed): ValueChange {
  return {
    name: typed.name ?? '',
    format: typed.format ?? 'text',
    value: (typed.value ?? '').replaceAll('\r\n', '\n'),
    isSecret: typed.isSecret === 'on',
    allowedHosts: (typed.allowedHosts ?? '').split(/[\s,;]+/).filter(Boolean),
  };
}

/** The problems of a list's entries, told at the list. */
export function toFieldErrors(fields: Record<string, string[]> = {}): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  for (const [field, messages] of Object.entries(fields)) {
    const listed = (errors[field.replace(/^(allowedHosts)\.\d+$/, '$1')] ??= []);
    for (const message of messages) if (!listed.includes(message)) listed.push(message);
  }
  return errors;
}
