// What a person typed into fields that the server drew and React does not know yet.

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** A field of a form, which may have others in it. */
export interface StoredField {
  name: string;
  /** What the form was opened with: a text, or by name or place what is in it. */
  initialValue?: unknown;
}

/** What is typed, by the names of its fields. */
export type Typed = Map<string, string>;

/** What a drawing of the fields shows: where they stand, and what is stored. */
export function describeStored(fields: StoredField[]): string {
  return JSON.stringify(fields.map(({ name, initialValue }) => [name, initialValue]));
}

/** Whether a field holds something else than it was drawn with. */
export function isTyped(field: Element): boolean {
  if (field instanceof HTMLSelectElement) {
    return [...field.options].some((option) => option.selected !== option.defaultSelected);
  }
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
  if (!(field instanceof HTMLInputElement)) return false;
  return field.value !== field.defaultValue || field.checked !== field.defaultChecked;
}

/** Adds what is typed in them right now. None of them is a checkbox. */
export function readTyped(fields: StoredField[], typed: Typed): void {
  for (const { name } of fields) {
    for (const control of document.querySelectorAll<Control>(`[name^="${name}"]`)) {
      if (isTyped(control)) typed.set(control.name, findNamed(control).value);
    }
  }
}

/** Puts it into the fields that stand there now. */
export function writeTyped(typed: Typed): void {
  for (const [name, value] of typed) {
    for (const control of document.getElementsByName(name)) findNamed(control as Control).value = value;
  }
}

/** The control by its name in its form: radio buttons of one name have one value together. */
function findNamed({ form, name }: Control): { value: string } {
  return form?.elements.namedItem(name) as Control | RadioNodeList;
}
