// Edits that the user makes while a save is under way are not part of that save. They are applied to the stored form.
import { isFields, readFields, readForm, spellFields } from '../form/read-form';

/**
 * Returns the stored form with the edits that the user made since it was `sent`; undefined when there are none. Reads the
 * form on the page, so that form must still be there.
 */
export function rebaseForm(formId: string, sent: FormData, stored: object): object | undefined {
  const typed = findEdits(formId, sent);
  return typed && (rebaseEdits(readForm(sent), typed, spellFields(stored)) as object);
}

/** Returns the form on the page when it differs from what was `sent`. */
export function findEdits(formId: string, sent: FormData): object | undefined {
  const typed = readFields(formId);
  return typed && !isSame(readForm(sent), typed) ? typed : undefined;
}

/**
 * Returns what the form should hold after a save: the stored values, with the user's later edits applied.
 *
 * @param sent the form as it was saved
 * @param typed the form as it is now
 * @param stored what the form would hold if it was opened now
 */
export function rebaseEdits(sent: unknown, typed: unknown, stored: unknown): unknown {
  if (isSame(sent, typed)) return stored;
  if (Array.isArray(sent) && Array.isArray(typed) && Array.isArray(stored))
    return rebaseItems(sent, typed, stored);
  if (!isFields(sent) || !isFields(typed) || !isFields(stored)) return typed;
  const rebased = { ...stored };
  for (const key of Object.keys({ ...sent, ...typed }))
    rebased[key] = rebaseEdits(sent[key], typed[key], stored[key]);
  return rebased;
}

/** Matches a call by its id, and a row of another list by its index, as long as no row was added or removed. */
function rebaseItems(sent: unknown[], typed: unknown[], stored: unknown[]): unknown[] {
  // A save leaves out empty rows, so their stored counterparts are missing.
  if (sent.length !== stored.length) return typed;
  return typed.map((item, index) => {
    const id = idOf(item);
    const place = id ? sent.findIndex((each) => idOf(each) === id) : index;
    const isKnown = id ? place >= 0 : sent.length === typed.length;
    return isKnown ? rebaseEdits(sent[place], item, stored[place]) : item;
  });
}

function idOf(item: unknown): unknown {
  return isFields(item) && item.id;
}

/** Compares regardless of key order: fields that are loaded later may come in another order than their placeholders. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one, sortKeys) === JSON.stringify(other, sortKeys);
}

function sortKeys(_key: string, value: unknown): unknown {
  if (!isFields(value) || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
