// The text that a person typed into fields which the server rendered and React does not know yet.

/** Stands before the title of a page with unsaved changes. */
export const unsavedMark = '● Unsaved changes · ';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** A field of a form, which may contain others. */
export interface StoredField {
  name: string;
  /** The value that the form was opened with: a text, or the contained values by name or place. */
  initialValue?: unknown;
}

/** The typed texts by the names of their fields. */
export type TypedTexts = Map<string, string>;

/** Describes what a rendering of the fields shows: their names and their stored values. */
export function describeStored(fields: StoredField[]): string {
  return JSON.stringify(fields.map(({ name, initialValue }) => [name, initialValue]));
}

/** Checks whether a field holds something else than it was rendered with. */
export function isTyped(field: Element): boolean {
  if (field instanceof HTMLSelectElement) {
    const { options } = field;
    // Without a chosen one the browser selects the first.
    const own = [...options].find(({ defaultSelected }) => defaultSelected) ?? options[0];
    return own !== undefined && field.value !== own.value;
  }
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
  if (!(field instanceof HTMLInputElement)) return false;
  // The value of a check box is what it sends when it is on.
  return /^(checkbox|radio)$/.test(field.type)
    ? field.checked !== field.defaultChecked
    : field.value !== field.defaultValue;
}

/** Adds to `typed` what the fields hold now, if it was typed: of a check box that is off, an empty text. */
export function collectTypedTexts(fields: StoredField[], typed: TypedTexts): void {
  // One selector for all fields: each look through the page takes a telephone milliseconds.
  const selector = fields.map(({ name }) => `[name^="${name}"]`).join();
  for (const control of document.querySelectorAll<Control>(selector || ':not(*)')) {
    if (isTyped(control))
      typed.set(control.name, isCheckBox(control) && !control.checked ? '' : findNamed(control).value);
  }
}

/** Puts the typed texts into the fields that the page has now. */
export function writeTyped(typed: TypedTexts): void {
  for (const [name, value] of typed) {
    for (const control of document.getElementsByName(name)) {
      if (isCheckBox(control)) control.checked = value !== '';
      else findNamed(control as Control).value = value;
    }
  }
}

function isCheckBox(control: Element): control is HTMLInputElement {
  return control instanceof HTMLInputElement && control.type === 'checkbox';
}

/** Finds the control by its name in its form: radio buttons of one name share a value. */
function findNamed({ form, name }: Control): { value: string } {
  return form?.elements.namedItem(name) as Control | RadioNodeList;
}
