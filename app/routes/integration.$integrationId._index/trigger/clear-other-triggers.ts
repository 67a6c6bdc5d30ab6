import { isFields } from '../form/read-form';
import { emptyTrigger } from '../form/values/empty-trigger';

/**
 * Returns the form with blank fields for every trigger but the chosen one. Without script the browser also sends the
 * hidden fields of the other triggers; their values must not come back when such a trigger is chosen again.
 */
export function clearOtherTriggers(formData: FormData): FormData {
  const chosen = formData.get('triggerConfig.type');
  const kept = new FormData();
  const others = Object.keys(emptyTrigger).filter((kind) => kind !== chosen);
  for (const [name, value] of formData) {
    if (!others.some((kind) => name.startsWith(`triggerConfig.${kind}.`))) kept.append(name, value);
  }
  for (const [kind, fields] of Object.entries(emptyTrigger)) {
    if (kind !== chosen) append(kept, `triggerConfig.${kind}`, fields);
  }
  return kept;
}

/** Appends the texts among the fields and the groups of fields inside; lists are empty. */
function append(formData: FormData, place: string, fields: object): void {
  for (const [field, value] of Object.entries(fields)) {
    const name = `${place}.${field}`;
    if (typeof value === 'string') formData.append(name, value);
    else if (isFields(value)) append(formData, name, value);
  }
}
