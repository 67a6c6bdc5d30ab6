// What a public form says besides its fields.
import { z } from 'zod';
import { findTextProblem, refuseCharacters } from '../schema/name-characters';
import { formBounds } from './form-bounds';
import { atMost } from './form-values';

const text = (name: string, length: number) =>
  z
    .string()
    // As browsers send line breaks.
    .overwrite((written) => written.replaceAll('\r\n', '\n'))
    .trim()
    .max(length, atMost(name, length))
    .check(refuseCharacters(name, findTextProblem));

export const PublicFormTexts = z.object({
  title: z
    .string()
    .trim()
    .min(1, 'Title is required')
    .max(formBounds.label, atMost('Title', formBounds.label))
    .check(refuseCharacters('Title')),
  description: text('Description', formBounds.description).default(''),
  /** What the page says once the form was sent; empty for the usual words. */
  thanks: text('Thank-you text', formBounds.description).default(''),
});
