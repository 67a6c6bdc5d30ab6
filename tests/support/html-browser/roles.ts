// The role of an element, and what screen readers call it.
import { computeAccessibleDescription, computeAccessibleName } from 'dom-accessibility-api';
import { listLabels } from './labels';
import { isVisible } from './visibility';
import { type Pattern, matchesText, normalizeWhiteSpace, readText } from './text';

const rolesByTag: Record<string, string> = {
  ADDRESS: 'group',
  ARTICLE: 'article',
  ASIDE: 'complementary',
  BLOCKQUOTE: 'blockquote',
  BUTTON: 'button',
  CAPTION: 'caption',
  CODE: 'code',
  DD: 'definition',
  DETAILS: 'group',
  DFN: 'term',
  DIALOG: 'dialog',
  DT: 'term',
  EM: 'emphasis',
  FIELDSET: 'group',
  FIGURE: 'figure',
  H1: 'heading',
  H2: 'heading',
  H3: 'heading',
  H4: 'heading',
  H5: 'heading',
  H6: 'heading',
  HR: 'separator',
  IMG: 'img',
  LI: 'listitem',
  MAIN: 'main',
  METER: 'meter',
  NAV: 'navigation',
  OL: 'list',
  OPTION: 'option',
  OUTPUT: 'status',
  P: 'paragraph',
  PROGRESS: 'progressbar',
  STRONG: 'strong',
  SVG: 'img',
  TABLE: 'table',
  TBODY: 'rowgroup',
  TEXTAREA: 'textbox',
  TFOOT: 'rowgroup',
  THEAD: 'rowgroup',
  TIME: 'time',
  TR: 'row',
  UL: 'list',
};

const rolesByInput: Record<string, string | undefined> = {
  button: 'button',
  checkbox: 'checkbox',
  color: undefined,
  file: 'button',
  hidden: undefined,
  image: 'button',
  number: 'spinbutton',
  radio: 'radio',
  range: 'slider',
  reset: 'button',
  search: 'searchbox',
  submit: 'button',
};

const sections = 'article, aside, main, nav, section';

/** They have a role when they have a name, and what is hidden has none. */
const withRoleByName = new Set(['FORM', 'SECTION']);

/** All other roles of a page's elements stay as they were sent. */
const roles = new WeakMap<Element, string>();

/** The role that an element says it has, or has by its nature; '' for none. */
function readRole(element: Element): string {
  let role = roles.get(element);
  if (role === undefined) {
    role = element.getAttribute('role')?.split(/\s+/)[0] || (readNaturalRole(element) ?? '');
    if (!withRoleByName.has(element.nodeName)) roles.set(element, role);
  }
  return role;
}

function readNaturalRole(element: Element): string | undefined {
  switch (element.nodeName.toUpperCase()) {
    case 'A':
    case 'AREA':
      return element.hasAttribute('href') ? 'link' : undefined;
    case 'FOOTER':
      return element.closest(sections) ? undefined : 'contentinfo';
    case 'FORM':
      return readName(element) ? 'form' : undefined;
    case 'HEADER':
      return element.closest(sections) ? undefined : 'banner';
    case 'IMG':
      return element.getAttribute('alt') === '' ? 'presentation' : 'img';
    case 'INPUT':
      return readInputRole(element as HTMLInputElement);
    case 'SECTION':
      return readName(element) ? 'region' : undefined;
    case 'SELECT':
      return element.matches('[multiple]') ? 'listbox' : 'combobox';
    case 'TD':
      return 'cell';
    case 'TH':
      return element.getAttribute('scope') === 'row' ? 'rowheader' : 'columnheader';
    default:
      return rolesByTag[element.nodeName.toUpperCase()];
  }
}

function readInputRole(input: HTMLInputElement): string | undefined {
  if (input.hasAttribute('list')) return 'combobox';
  return input.type in rolesByInput ? rolesByInput[input.type] : 'textbox';
}

/** The library asks for styles that a page without a browser has not; whether something is shown is all it needs. */
const options = {
  computedStyleSupportsPseudoElements: false,
  getComputedStyle: (element: Element) => {
    const values: Record<string, string> = {
      display: isVisible(element) ? 'block' : 'none',
      visibility: 'visible',
    };
    return {
      ...values,
      getPropertyValue: (name: string) => values[name] ?? '',
    } as unknown as CSSStyleDeclaration;
  },
};

/** What screen readers call an element. */
export function readName(element: Element): string {
  const caption = element.matches('figure:not([aria-label], [aria-labelledby])')
    ? element.querySelector(':scope > figcaption')
    : null;
  return normalizeWhiteSpace(caption ? readText(caption) : computeAccessibleName(element, options));
}

export function readDescription(element: Element): string {
  return normalizeWhiteSpace(computeAccessibleDescription(element, options));
}

export interface RoleOptions {
  name?: Pattern;
  exact?: boolean;
  level?: number;
  checked?: boolean;
  includeHidden?: boolean;
}

/** The elements of a role that are there for screen readers, by the rules of Playwright's locators. */
export function findByRole(elements: Element[], role: string, wanted: RoleOptions = {}): Element[] {
  return elements.filter((element) => {
    if (readRole(element) !== role) return false;
    if (wanted.level !== undefined && readLevel(element) !== wanted.level) return false;
    if (wanted.checked !== undefined && (element as HTMLInputElement).checked !== wanted.checked)
      return false;
    if (!wanted.includeHidden && (element.closest('[aria-hidden=true]') || !isVisible(element))) return false;
    return wanted.name === undefined || matchesText(readName(element), wanted.name, wanted.exact);
  });
}

function readLevel(element: Element): number {
  return Number(element.getAttribute('aria-level') ?? element.nodeName.slice(1));
}

/** The elements that a label, or what is said for one, belongs to. */
export function findByLabel(elements: Element[], pattern: Pattern, exact?: boolean): Element[] {
  return elements.filter((element) =>
    readLabels(element).some((label) => matchesText(label, pattern, exact)),
  );
}

function readLabels(element: Element): string[] {
  const ids = element.getAttribute('aria-labelledby')?.split(/\s+/).filter(Boolean) ?? [];
  const labelling = ids.flatMap((id) => element.ownerDocument.getElementById(id) ?? []);
  if (labelling.length > 0) return labelling.map(readText);
  const label = element.getAttribute('aria-label');
  if (label?.trim()) return [label];
  return listLabels(element).map(readText);
}
