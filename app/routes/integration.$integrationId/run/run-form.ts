// What a person fills in to start a run: the fields of the integration's form, or trigger data as JSON.
import type { FormField } from '~/engine/triggers/form';

/** The form with the texts that its controls begin with, by their names. */
export interface RunForm {
  fields: FormField[];
  typed: Record<string, string>;
  /** The most bytes that the files may have together. */
  maxFileBytes: number;
  /** The files of an execution, which are sent again where no others are chosen; null when there are none. */
  kept: KeptFiles | null;
}

export interface KeptFiles {
  executionId: string;
  /** A file's name and size, by the name of the control. */
  shown: Record<string, string>;
}

/** The hidden control that names the execution whose files are sent again. */
export const keptFilesName = 'filesOf';

/** Returns how a form is sent: only a form with files needs the encoding that can hold them. */
export function encodingOf({ fields }: Pick<RunForm, 'fields'>) {
  return fields.some(({ type }) => type === 'file') ? ('multipart/form-data' as const) : undefined;
}
