import { parse } from '@conform-to/react';
import { formKeyField } from '~/failures';
import type { CurrentForm } from './variable-scope';

/** Reads the current values of the form's fields; undefined on the server. */
export function readCurrentForm(formId: string): CurrentForm {
  return readFields(formId) as CurrentForm;
}

export function readFields(formId: string) {
  if (typeof document === 'undefined') return undefined;
  const form = document.getElementById(formId);
  return form instanceof HTMLFormElement ? readForm(new FormData(form)) : undefined;
}

/** Holds the form's fields that are no part of the integration: a pasted sample, for example. */
const fieldsBeside = 'beside';

/**
 * Returns the name of such a field, which the server reads when its button is pressed, and no save reads. Once script runs, the field
 * has no name and is sent separately, so that it never counts as a change of the form.
 */
export function nameBeside(field: string): string {
  return `${fieldsBeside}.${field}`;
}

/**
 * Returns the fields by their names, without what is no part of an integration: the key of the page, the fields of the button that
 * was pressed, and the fields beside the integration.
 */
export function readForm(form: FormData) {
  const {
    [formKeyField]: _key,
    intent: _intent,
    overwrite: _overwrite,
    [fieldsBeside]: _beside,
    ...fields
  } = parse(form, { resolve: (value) => ({ value }) }).payload;
  return fields;
}

/**
 * Returns the stored values with an empty place for every row that only `typed` has. Conform gives keys only to rows of
 * the form's default value. A row that was added before script ran would have no key: React would render it anew, without
 * what was typed into it, when another row is added.
 */
export function addMissingRows<Values>(stored: Values, typed: unknown): Values {
  return cover(stored, typed) as Values;
}

function cover(stored: unknown, typed: unknown): unknown {
  if (Array.isArray(typed)) {
    const rows: unknown[] = Array.isArray(stored) ? stored : [];
    const length = Math.max(rows.length, typed.length);
    return Array.from({ length }, (_, index) => cover(rows[index], typed[index]));
  }
  if (!isFields(typed)) return stored;
  const fields = isFields(stored) ? stored : {};
  const covered = Object.entries(typed).map(([name, value]) => [name, cover(fields[name], value)]);
  return { ...fields, ...Object.fromEntries(covered) };
}

/** Converts stored values to what a form sends: a check box sends `on` or nothing. */
export function spellFields(stored: unknown): unknown {
  if (Array.isArray(stored)) return stored.map(spellFields);
  if (stored === true) return 'on';
  if (stored === false || stored === null) return undefined;
  if (typeof stored === 'number') return String(stored);
  if (!isFields(stored)) return stored;
  return Object.fromEntries(Object.entries(stored).map(([name, value]) => [name, spellFields(value)]));
}

export function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
