// What a person would see of a page, as far as HTML and style sheet tell.
import { readStyle } from './style-rules';

const neverShown = new Set(['DATALIST', 'HEAD', 'SCRIPT', 'STYLE', 'TEMPLATE']);

function isHiddenAlone(element: Element): boolean {
  const { nodeName } = element;
  if (neverShown.has(nodeName) || element.hasAttribute('hidden')) return true;
  if (nodeName === 'DIALOG' && !element.hasAttribute('open')) return true;
  if (nodeName === 'INPUT' && element.getAttribute('type') === 'hidden') return true;
  return readStyle(element, 'display') === 'none';
}

interface Look {
  /** Neither the element nor what it stands in is left out or folded. */
  hasPlace: boolean;
  visibility: string;
}

/** It stays until something is done with the page. */
let looks = new WeakMap<Element, Look>();

/** To be called after whatever may show or hide something. */
export function forgetLooks(): void {
  looks = new WeakMap();
}

function readLook(element: Element): Look {
  let look = looks.get(element);
  if (!look) {
    const around = element.parentElement
      ? readLook(element.parentElement)
      : { hasPlace: true, visibility: 'visible' };
    const hasPlace = around.hasPlace && !isFolded(element) && !isHiddenAlone(element);
    look = { hasPlace, visibility: (hasPlace && readStyle(element, 'visibility')) || around.visibility };
    looks.set(element, look);
  }
  return look;
}

function isFolded(element: Element): boolean {
  const fold = element.parentElement;
  return (
    fold?.nodeName === 'DETAILS' && !fold.hasAttribute('open') && element !== fold.querySelector('summary')
  );
}

/** Whether a person sees an element. */
export function isVisible(element: Element): boolean {
  const { hasPlace, visibility } = readLook(element);
  return hasPlace && visibility === 'visible';
}
