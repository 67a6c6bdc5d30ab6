// What one types while a save is under way was not part of it, and is put over what was stored.
import { isFields, readFields, readForm, spellFields } from '../form/read-form';

/**
 * The stored form with what was typed since it was `sent` to be saved, while it still stands on the page; undefined
 * when nothing was.
 */
export function rebaseForm(formId: string, sent: FormData, stored: object): object | undefined {
  const typed = findEdits(formId, sent);
  return typed && (rebaseEdits(readSent(sent), typed, spellFields(stored)) as object);
}

/** The form on the page, if it is not as it was `sent` any more. */
export function findEdits(formId: string, sent: FormData): object | undefined {
  const typed = readFields(formId);
  return typed && !isSame(readSent(sent), typed) ? typed : undefined;
}

function readSent(sent: FormData) {
  // Of the button that was pressed.
  const { intent: _intent, overwrite: _overwrite, ...fields } = readForm(sent);
  return fields;
}

/**
 * What the form should hold after a save: what was stored, and what was typed since over it.
 *
 * @param sent the form as it was saved
 * @param typed the form by now
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

/** A call is the same by its id, and a row of another list by its place as long as none came or went. */
function rebaseItems(sent: unknown[], typed: unknown[], stored: unknown[]): unknown[] {
  // What a save leaves out, such as empty rows, has no counterpart.
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

/** Fields that are loaded later may stand in another order than what stood for them. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one, sortKeys) === JSON.stringify(other, sortKeys);
}

function sortKeys(_key: string, value: unknown): unknown {
  if (!isFields(value) || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
