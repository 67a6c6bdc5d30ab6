/** The focused field of a form that is about to be rendered anew. */
export interface FocusSnapshot {
  selector: string;
  selection: [number, number] | undefined;
}

export function captureFocus(): FocusSnapshot | undefined {
  const focused = document.activeElement;
  const name = focused?.getAttribute('name');
  if (!focused || !name) return undefined;
  // Buttons and radios of one name differ by their values.
  const isOneOfMany = focused instanceof HTMLButtonElement || focused.matches('[type=radio]');
  const value = isOneOfMany ? `[value="${CSS.escape(focused.getAttribute('value') ?? '')}"]` : '';
  return {
    selector: `${focused.localName}[name="${CSS.escape(name)}"]${value}`,
    selection: readSelection(focused),
  };
}

export function restoreFocus(place: FocusSnapshot | undefined): void {
  const element = place && document.querySelector<HTMLElement>(place.selector);
  if (!element) return;
  // An element in a closed `details` cannot take the focus.
  for (let part = element.closest('details'); part; part = part.parentElement?.closest('details') ?? null) {
    part.open = true;
  }
  element.focus({ preventScroll: true });
  if (place.selection && isText(element)) element.setSelectionRange(...place.selection);
}

export function readSelection(element: Element): [number, number] | undefined {
  if (!isText(element)) return undefined;
  const { selectionStart, selectionEnd } = element;
  return selectionStart === null || selectionEnd === null ? undefined : [selectionStart, selectionEnd];
}

export function isText(element: Element): element is HTMLInputElement | HTMLTextAreaElement {
  if (element instanceof HTMLTextAreaElement) return true;
  return element instanceof HTMLInputElement && /^(text|search|url|tel|password)$/.test(element.type);
}
