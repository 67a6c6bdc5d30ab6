// Which elements hold a text, by the rules of Playwright's locators.

export type Pattern = string | RegExp;

export function normalizeWhiteSpace(text: string): string {
  return text
    .replaceAll(/[\u200b\u00ad]/g, '')
    .trim()
    .replaceAll(/\s+/g, ' ');
}

/** Whether a text is what is looked for: a part of it in any case, or with `exact` the whole to the letter. */
export function matchesText(text: string, pattern: Pattern, exact = false): boolean {
  if (pattern instanceof RegExp) return new RegExp(pattern.source, pattern.flags.replace('g', '')).test(text);
  const [found, expected] = [normalizeWhiteSpace(text), normalizeWhiteSpace(pattern)];
  return exact ? found === expected : found.toLowerCase().includes(expected.toLowerCase());
}

const withoutText = new Set(['SCRIPT', 'NOSCRIPT', 'STYLE', 'HEAD']);
/** The texts of a page stay as they were sent. */
const texts = new WeakMap<Element, string>();

/** All text in an element, shown or not; of a button that is an input, its value. */
export function readText(element: Element): string {
  let text = texts.get(element);
  if (text === undefined) {
    text = collectText(element);
    texts.set(element, text);
  }
  return text;
}

function collectText(element: Element): string {
  if (withoutText.has(element.nodeName)) return '';
  if (element.matches('input[type=submit], input[type=button]')) return element.getAttribute('value') ?? '';
  return [...element.childNodes]
    .map((child) => {
      if (child.nodeType === child.TEXT_NODE) return child.nodeValue ?? '';
      return child.nodeType === child.ELEMENT_NODE ? readText(child as Element) : '';
    })
    .join('');
}

/** The text runs that stand in an element itself, each whole. */
export function readOwnTexts(element: Element): string[] {
  const runs = [''];
  for (const child of element.childNodes) {
    if (child.nodeType === child.TEXT_NODE) runs.push(`${runs.pop()}${child.nodeValue}`);
    else if (child.nodeType === child.ELEMENT_NODE) runs.push('');
  }
  return runs.filter(Boolean);
}

/** The innermost elements that hold a text. */
export function findByText(elements: Element[], pattern: Pattern, exact?: boolean): Element[] {
  const holds = (element: Element) =>
    !withoutText.has(element.nodeName) && matchesText(readText(element), pattern, exact);
  return elements.filter((element) => holds(element) && ![...element.children].some(holds));
}
