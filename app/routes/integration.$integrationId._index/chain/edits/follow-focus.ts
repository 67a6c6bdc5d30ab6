// Moves the focus when rows are added and removed. A row is identified by the names of its fields:
// `apiCalls[0].headers[1].value`.

interface Intent {
  type: string;
  payload: { name?: string; index?: number };
}

/** Buttons whose rows move the focus themselves, or that the user presses several times in a row. */
const exempt = '[data-add]';

/** Moves the focus after a press of one of Conform's buttons, which may be gone by now. `focused`: what had the focus then. */
export function followFocus(formId: string, pressed: HTMLElement | null, focused: Element | null): void {
  if (!(pressed instanceof HTMLButtonElement) || pressed.name !== '__intent__') return;
  if (pressed.matches(exempt)) return;
  const { type, payload } = JSON.parse(pressed.value) as Intent;
  const { name, index } = payload;
  if (name === undefined) return;
  if (type === 'insert') whenDrawn(formId, (form) => focusAdded(form, focused, name, index));
  if (type === 'remove') focusNeighbour(formId, name, index ?? 0);
}

/** Unless the user has moved the focus since the press: the next key is for what has it now. */
function focusAdded(
  form: Element,
  focused: Element | null,
  list: string,
  index = countRows(form, list) - 1,
): void {
  const { activeElement } = document;
  if (activeElement !== focused && activeElement !== document.body) return;
  const field = findFirst(form, list, index);
  field?.focus();
  if (field instanceof HTMLInputElement) field.select();
}

/** Unless something has the focus, focuses the row in place of the removed one, the last row, or the button that adds one. */
export function focusNeighbour(formId: string, list: string, removed: number): void {
  whenDrawn(formId, (form) => {
    if (document.activeElement !== document.body) return;
    const last = countRows(form, list) - 1;
    const neighbour = last < 0 ? findAdd(form, list) : findFirst(form, list, Math.min(removed, last));
    neighbour?.focus();
  });
}

/** Calls `focus` before the next paint, when React has rendered the change. */
function whenDrawn(formId: string, focus: (form: Element) => void): void {
  requestAnimationFrame(() => {
    const form = document.getElementById(formId);
    if (form) focus(form);
  });
}

function countRows(form: Element, list: string): number {
  let count = 0;
  while (listFields(form, list, count).length > 0) count += 1;
  return count;
}

function listFields(form: Element, list: string, index: number): HTMLElement[] {
  return [...form.querySelectorAll<HTMLElement>(`[name^="${CSS.escape(`${list}[${index}].`)}"]`)];
}

/** Returns a row's first visible field, or the summary that opens the row. */
function findFirst(form: Element, list: string, index: number): HTMLElement | null | undefined {
  const fields = listFields(form, list, index);
  const seen = fields.find((field) => field.getClientRects().length > 0);
  return seen ?? fields[0]?.closest('li')?.querySelector('summary');
}

function findAdd(form: Element, list: string): HTMLElement | undefined {
  const buttons = [...form.querySelectorAll<HTMLButtonElement>('[name=__intent__]')];
  return buttons.find(({ value }) => {
    const { type, payload } = JSON.parse(value) as Intent;
    return type === 'insert' && payload.name === list;
  });
}
