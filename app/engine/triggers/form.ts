// The form of a manual trigger: the fields that a person fills in to start a run.
import { z } from 'zod';
import { describeChoice } from '../schema/choice';
import { findTextProblem, refuseCharacters } from '../schema/name-characters';
import { VariableName } from '../schema/variable-name';
import { fieldTypes, formBounds } from './form-bounds';
import { findAcceptProblem } from './form-file';
import { atMost, findValueProblem, readDefault } from './form-values';

const Choice = z
  .string({ error: 'A choice must be a text' })
  .trim()
  .min(1, 'A choice must not be empty')
  .max(formBounds.choice, atMost('A choice', formBounds.choice))
  .check(refuseCharacters('A choice'));

/** A field of the form. Its value is trigger data, and a variable of the field's name. */
export const FormField = z
  .object({
    name: VariableName,
    /** The label that people see; the name when it is empty. */
    label: z
      .string()
      .trim()
      .max(formBounds.label, atMost('Label', formBounds.label))
      .check(refuseCharacters('Label'))
      .default(''),
    description: z
      .string()
      .trim()
      .max(formBounds.description, atMost('Description', formBounds.description))
      .check(refuseCharacters('Description', findTextProblem))
      .default(''),
    type: z.enum(fieldTypes, { error: describeChoice('The type', fieldTypes) }).default('text'),
    required: z.boolean().default(false),
    /** The text that the field begins with, and the value when there is none; `true` checks a box. Empty for no default. */
    default: z.string().max(formBounds.longText, atMost('The default', formBounds.longText)).default(''),
    choices: z
      .array(Choice)
      .max(formBounds.choices, `A field may have at most ${formBounds.choices} choices`)
      .default([]),
    /** Which files a `file` takes: endings and types with commas between them. Empty for any file. */
    accept: z.string().trim().max(formBounds.accept, atMost('Accept', formBounds.accept)).default(''),
  })
  .superRefine((field, context) => {
    for (const [path, message] of listFieldProblems(field)) {
      context.addIssue({ code: 'custom', path: [path], message });
    }
  });
export type FormField = z.infer<typeof FormField>;

export const ManualTrigger = z.object({
  type: z.literal('manual'),
  /** The form; none by default. */
  manual: z
    .object({
      fields: z
        .array(FormField)
        .max(formBounds.fields, `A form may have at most ${formBounds.fields} fields`)
        .default([]),
    })
    .optional(),
});

function* listFieldProblems(
  field: FormField,
): Generator<[path: 'default' | 'choices' | 'accept', message: string]> {
  const { type, choices, accept } = field;
  if (type === 'choice' && choices.length === 0) yield ['choices', 'Write at least one choice'];
  if (type !== 'choice' && choices.length > 0) yield ['choices', 'Only the type choice has choices'];
  if (new Set(choices).size < choices.length) yield ['choices', 'Each choice must be there once'];
  if (type !== 'file' && accept !== '') yield ['accept', 'Only the type file accepts files'];
  const unread = findAcceptProblem(accept);
  if (unread !== undefined) yield ['accept', unread];
  if (type === 'file' && field.default.trim() !== '') return yield ['default', 'A file has no default'];
  const value = readDefault(field);
  const problem = value === undefined ? undefined : findValueProblem(field, value, 'The default');
  if (problem !== undefined) yield ['default', problem];
}

/** Returns the fields of a trigger's form; none for other triggers and without a form. */
export function listFormFields(trigger: {
  type: string;
  manual?: { fields: FormField[] } | undefined;
}): FormField[] {
  return trigger.type === 'manual' ? (trigger.manual?.fields ?? []) : [];
}
