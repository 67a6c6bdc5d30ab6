// The values of a form: read from what was typed or from trigger data, and checked. A program that starts a run sends them as
// trigger data.
import { ExactNumber, parseJson } from '../json/json';
import { describeChoice } from '../schema/choice';
import { type fieldTypes, formBounds } from './form-bounds';
import { findFileProblem, makeFileExample } from './form-file';

/** The parts of a field that decide what values it may have. */
interface ValueRules {
  name: string;
  label: string;
  type: (typeof fieldTypes)[number];
  required: boolean;
  default: string;
  choices: string[];
  accept: string;
}

/** Returns a message about the length of a text. */
export const atMost = (subject: string, length: number) => `${subject} must be ${length} characters or less`;

/** Returns the value that a text in a field stands for, or the text itself where it is none of the field's type. */
export function readFieldText({ type }: Pick<ValueRules, 'type'>, text: string): unknown {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  if (type === 'text') return text;
  if (type === 'long_text') return text.replaceAll('\r\n', '\n');
  if (type === 'number') return jsonNumber.test(trimmed) ? parseJson(trimmed) : trimmed;
  if (type === 'boolean') return trimmed === 'true' ? true : trimmed === 'false' ? false : trimmed;
  return trimmed;
}

/** A number of JSON (RFC 8259 §6). */
const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Returns the default of a field; undefined when it has none. */
export function readDefault(field: ValueRules): unknown {
  return field.default.trim() === '' ? undefined : readFieldText(field, field.default);
}

/**
 * Reads the value of each field from trigger data. A value that is absent is the default, else false for a boolean that is not
 * required; undefined when there is none of these.
 */
export function readFormValues(
  fields: readonly ValueRules[],
  triggerData: unknown,
): { field: ValueRules; value: unknown }[] {
  const given = isFilledForm(triggerData) ? triggerData : {};
  return fields.map((field) => {
    const { name, type, required } = field;
    if (Object.hasOwn(given, name)) return { field, value: given[name] };
    return { field, value: readDefault(field) ?? (type === 'boolean' && !required ? false : undefined) };
  });
}

/**
 * Checks trigger data against the form and adds what is absent: see {@link readFormValues}, and null for no value. The fields
 * come first and other properties stay. `errors` are messages by the name of the field; by `''` when the data is no object.
 */
export function checkFormData(
  fields: readonly ValueRules[],
  triggerData: unknown,
): { kind: 'checked'; triggerData: unknown } | { kind: 'wrong'; errors: Record<string, string[]> } {
  if (fields.length === 0) return { kind: 'checked', triggerData };
  const given = triggerData ?? {};
  if (!isFilledForm(given)) {
    return { kind: 'wrong', errors: { '': ['Trigger data must be an object with the fields of the form'] } };
  }
  const values = readFormValues(fields, given);
  const errors: Record<string, string[]> = {};
  for (const { field, value } of values) {
    const problem = findValueProblem(field, value);
    if (problem !== undefined) errors[field.name] = [problem];
  }
  if (Object.keys(errors).length > 0) return { kind: 'wrong', errors };
  const filled = Object.fromEntries(values.map(({ field, value }) => [field.name, value ?? null]));
  return { kind: 'checked', triggerData: { ...filled, ...given } };
}

function isFilledForm(data: unknown): data is Record<string, unknown> {
  return typeof data === 'object' && data !== null && !Array.isArray(data) && !(data instanceof ExactNumber);
}

/** A message names up to this many choices. */
const namedChoices = 10;

/** Returns why a field cannot have a value; undefined when it can. `label`: what the message calls it. */
export function findValueProblem(
  field: ValueRules,
  value: unknown,
  // A label may be a question.
  label = `“${field.label || field.name}”`,
): string | undefined {
  const { type, required, choices, accept } = field;
  if (isNoValue(value)) return required ? `${label} is required` : undefined;
  switch (type) {
    case 'number':
      if (typeof value !== 'number' && !(value instanceof ExactNumber)) return `${label} must be a number`;
      return String(value).length > formBounds.number ? atMost(label, formBounds.number) : undefined;
    case 'boolean':
      return typeof value === 'boolean' ? undefined : `${label} must be true or false`;
    case 'date':
      return isDate(value) ? undefined : `${label} must be a date such as 2026-01-31`;
    case 'choice':
      if (choices.some((choice) => choice === value)) return undefined;
      return choices.length > namedChoices
        ? `${label} must be one of its choices`
        : describeChoice(label, choices);
    case 'file':
      return findFileProblem(value, accept, label);
    default: {
      if (typeof value !== 'string') return `${label} must be a text`;
      const most = type === 'text' ? formBounds.text : formBounds.longText;
      if (value.length > most) return atMost(label, most);
      return type === 'text' && /[\r\n]/.test(value) ? `${label} must be one line` : undefined;
    }
  }
}

/** Whether a value stands for an empty field. */
export function isNoValue(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

/** Whether a value is a day of the calendar as RFC 3339 writes it (full-date). */
function isDate(value: unknown): boolean {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return false;
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

/** Makes trigger data that fits the form, for a first test. */
export function makeFormExample(fields: readonly ValueRules[]): Record<string, unknown> {
  return Object.fromEntries(
    fields.map((field) => {
      const { name, label, type, choices, accept } = field;
      if (type === 'file') return [name, makeFileExample(accept)];
      const sample = { number: 1, boolean: true, date: '2026-01-31', choice: choices[0] ?? null };
      const text = `sample ${label || name}`;
      return [name, readDefault(field) ?? (type === 'text' || type === 'long_text' ? text : sample[type])];
    }),
  );
}
