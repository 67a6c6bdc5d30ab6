// What a person fills in to start a run: the fields of the integration's form, or trigger data as JSON.
import type { FormField } from '~/engine/triggers/form';

/** The form with the texts that its controls begin with, by their names. */
export interface RunForm {
  fields: FormField[];
  typed: Record<string, string>;
}

/** Returns the name of a field's control, which is the name by which a problem names its value. */
export function fieldOfRun({ name }: Pick<FormField, 'name'>): string {
  return `triggerData.${name}`;
}
