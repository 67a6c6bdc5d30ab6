// A form that was sent, as trigger data: what a person typed, and the files that they chose.
import type { FileValue } from '~/engine/files/file-value';
import { formatBytes } from '~/engine/texts/format-bytes';
import type { FormField } from '~/engine/triggers/form';
import { nameControl } from '~/engine/triggers/form-control';
import { checkFormData, readFieldText } from '~/engine/triggers/form-values';

/** Messages by the names of the controls. */
export type FormErrors = Record<string, string[]>;

export interface SentForm {
  /** A file stands in it as a text that another file does not have, so that the same form is known by its fields. */
  formData: FormData;
  /** The chosen files by the names of their controls. */
  files: Map<string, FileValue>;
}

/** Takes the files out of the parts of a form. A control without a file is sent as one without a name. */
export function readSentForm(parts: Iterable<[name: string, value: string | FileValue]>): SentForm {
  const [formData, files] = [new FormData(), new Map<string, FileValue>()];
  for (const [name, value] of parts) {
    if (typeof value === 'string') formData.append(name, value);
    else if (value.filename === '') formData.append(name, '');
    else {
      formData.append(name, JSON.stringify([value.filename, value.contentType, value.base64]));
      files.set(name, value);
    }
  }
  return { formData, files };
}

interface Typed {
  /** By the names of the controls. */
  texts: Readonly<Record<string, string>>;
  files: ReadonlyMap<string, FileValue>;
}

/**
 * Reads the values as trigger data, which is checked when the run is started. `wrong`: the files have more than `maxBytes`
 * together, which is what a delivery may have.
 */
export function readTypedForm(
  fields: readonly FormField[],
  { texts, files }: Typed,
  maxBytes: number,
): { kind: 'read'; triggerData: unknown } | { kind: 'wrong'; errors: FormErrors } {
  const values = fields.map((field) => {
    const control = nameControl(field);
    if (field.type === 'file') return [field.name, files.get(control) ?? null];
    const text = texts[control] ?? '';
    return [field.name, readFieldText(field, field.type === 'boolean' ? String(text === 'true') : text)];
  });
  const triggerData = Object.fromEntries(values) as unknown;
  const oversized = findOversized(files, maxBytes);
  if (Object.keys(oversized).length === 0) return { kind: 'read', triggerData };
  // The other fields are checked, too, so that nobody chooses a file again only to read the next message.
  const checked = checkFormData(fields, triggerData);
  const errors = checked.kind === 'wrong' ? nameFormErrors(checked.errors) : {};
  return { kind: 'wrong', errors: { ...errors, ...oversized } };
}

/** Names messages about fields by their controls; those about the data as a whole by `triggerData`. */
export function nameFormErrors(errors: Record<string, string[]>): FormErrors {
  const named = Object.entries(errors).map(([name, messages]) => [
    name === '' ? 'triggerData' : nameControl({ name }),
    messages,
  ]);
  return Object.fromEntries(named);
}

/** Finds the first file with which all files have more than `maxBytes` together. */
function findOversized(files: ReadonlyMap<string, FileValue>, maxBytes: number): FormErrors {
  let bytes = 0;
  for (const [name, { size }] of files) {
    bytes += size;
    if (bytes > maxBytes) return { [name]: [tooLarge(maxBytes, files.size)] };
  }
  return {};
}

function tooLarge(maxBytes: number, count: number): string {
  const most = formatBytes(maxBytes);
  return count === 1 ? `The file may have at most ${most}` : `All files together may have at most ${most}`;
}

/** Adds to the errors that no browser shows a chosen file again in a new page. */
export function askForFilesAgain(errors: FormErrors, chosen: Iterable<string>): FormErrors {
  const asked = [...chosen].map((name) => [name, [...(errors[name] ?? []), chooseAgain]]);
  return { ...errors, ...Object.fromEntries(asked) };
}

const chooseAgain = 'Please choose the file again: browsers do not keep it';
