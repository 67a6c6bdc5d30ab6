// Tells whether a form that was sent, a public one or that of members, was drawn with the fields that it has now.
import { createHash } from 'node:crypto';
import { stringifyJson } from '~/engine/json/json';
import type { FormField } from '~/engine/triggers/form';
import { fieldsDigestName } from '~/engine/triggers/form-control';
import type { Problem } from '~/problem';

/** Some of what was typed may have no field any more, and a new field was not seen. */
export const formChanged: Problem = {
  kind: 'conflict',
  message: 'The form has changed since you opened it. Please check it and send it again.',
};

/** Returns 22 characters that other fields do not have. */
export function digestFields(fields: readonly FormField[]): string {
  return createHash('sha256').update(stringifyJson(fields)).digest('base64url').slice(0, 22);
}

/** Checks whether a form was drawn here with these fields. */
export function isOfFields(formData: FormData, fields: readonly FormField[]): boolean {
  return formData.get(fieldsDigestName) === digestFields(fields);
}

/** Checks whether a form was drawn with other fields. A form of one's own page, without the hidden field, was not drawn here. */
export function isOfOtherFields(formData: FormData, fields: readonly FormField[]): boolean {
  return formData.has(fieldsDigestName) && !isOfFields(formData, fields);
}
