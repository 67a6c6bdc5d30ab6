// Playwright's locators over a page that no browser shows: what is asked is the same, and nothing has to be waited for, as such
// a page only changes by what is done with it.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { type ChosenFile, chooseFiles } from './forms';
import { type RoleOptions, findByLabel, findByRole } from './roles';
import { forgetLooks, isVisible } from './visibility';
import { type Pattern, findByText, matchesText, normalizeWhiteSpace, readOwnTexts, readText } from './text';

/** The elements that are found from a starting point on, in the order of the page. */
type Search = (scope: ParentNode) => Element[];

interface Filter {
  has?: HtmlLocator;
  hasNot?: HtmlLocator;
  hasText?: Pattern;
  hasNotText?: Pattern;
  visible?: boolean;
}

interface Exactness {
  exact?: boolean;
}

/** What pages and locators can be asked for alike. */
export abstract class Queries {
  protected abstract narrow(description: string, search: Search): HtmlLocator;

  getByRole(role: string, options: RoleOptions = {}): HtmlLocator {
    return this.narrow(`${role} ${options.name ?? ''}`, (scope) => findByRole(listIn(scope), role, options));
  }

  getByText(text: Pattern, { exact }: Exactness = {}): HtmlLocator {
    return this.narrow(`text ${text}`, (scope) => findByText(listIn(scope), text, exact));
  }

  getByLabel(text: Pattern, { exact }: Exactness = {}): HtmlLocator {
    return this.narrow(`label ${text}`, (scope) => findByLabel(listIn(scope), text, exact));
  }

  getByPlaceholder(text: Pattern, { exact }: Exactness = {}): HtmlLocator {
    return this.narrow(`placeholder ${text}`, (scope) =>
      [...scope.querySelectorAll('[placeholder]')].filter((each) =>
        matchesText(each.getAttribute('placeholder') ?? '', text, exact),
      ),
    );
  }

  locator(selector: string, filter: Filter = {}): HtmlLocator {
    return this.narrow(selector, (scope) => findBySelector(scope, selector)).filter(filter);
  }
}

/** `NodeFilter.SHOW_ELEMENT`, which Node itself does not have. */
const showElement = 1;

/** What is in a page, or a part of it, stays as it was sent. */
const listed = new WeakMap<ParentNode, Element[]>();

function listIn(scope: ParentNode): Element[] {
  let elements = listed.get(scope);
  if (!elements) {
    elements = [];
    // jsdom takes a fifth of the time that it takes for a selector.
    const page = scope.ownerDocument ?? (scope as Document);
    const walker = page.createTreeWalker(scope, showElement);
    while (walker.nextNode()) elements.push(walker.currentNode as Element);
    listed.set(scope, elements);
  }
  return elements;
}

/** CSS, with the words that Playwright adds to it. */
function findBySelector(scope: ParentNode, selector: string): Element[] {
  if (selector === 'visible=true') return isElement(scope) && isVisible(scope) ? [scope] : [];
  if (selector === 'xpath=..') return isElement(scope) && scope.parentElement ? [scope.parentElement] : [];
  const [, css = selector, text] = /^(.*):text-is\("(.*)"\)$/.exec(selector) ?? [];
  const plain = css.replaceAll(':visible', '').trim();
  const found = scope.querySelectorAll(
    plain.startsWith('>') ? `:scope ${plain}${text === undefined ? '' : ' *'}` : plain,
  );
  return [...found].filter(
    (element) =>
      (!css.includes(':visible') || isVisible(element)) &&
      (text === undefined || readOwnTexts(element).some((own) => normalizeWhiteSpace(own) === text)),
  );
}

function isElement(node: ParentNode): node is Element {
  return node.nodeType === node.ELEMENT_NODE;
}

function unite(elements: Element[]): Element[] {
  return [...new Set(elements)].toSorted((a, b) =>
    a.compareDocumentPosition(b) & a.DOCUMENT_POSITION_PRECEDING ? 1 : -1,
  );
}

/** As in Playwright, a control that only says of itself that it is disabled is disabled, too. */
function isDisabled(element: Element): boolean {
  return element.matches(':disabled, [aria-disabled="true"]');
}

/** What locators need of the page that they are of. */
interface LocatedPage extends Queries {
  document: Document;
  url(): string;
  click(element: Element): Promise<void>;
  submit(form: HTMLFormElement | null): Promise<void>;
}

export class HtmlLocator extends Queries {
  constructor(
    private readonly owner: LocatedPage,
    readonly description: string,
    readonly find: Search,
  ) {
    super();
  }

  protected override narrow(description: string, search: Search): HtmlLocator {
    const find: Search = (scope) => {
      const parents = this.find(scope);
      return parents.length === 1 ? search(parents[0] ?? scope) : unite(parents.flatMap(search));
    };
    return new HtmlLocator(this.owner, `${this.description} › ${description}`, find);
  }

  private pick(description: string, pick: (elements: Element[]) => Element[]): HtmlLocator {
    return new HtmlLocator(this.owner, `${this.description}, ${description}`, (scope) =>
      pick(this.find(scope)),
    );
  }

  page(): LocatedPage {
    return this.owner;
  }

  first(): HtmlLocator {
    return this.nth(0);
  }

  last(): HtmlLocator {
    return this.nth(-1);
  }

  nth(index: number): HtmlLocator {
    return this.pick(`number ${index}`, (elements) => elements.slice(index, index + 1 || undefined));
  }

  filter({ has, hasNot, hasText, hasNotText, visible }: Filter): HtmlLocator {
    return this.pick('filtered', (elements) =>
      elements.filter(
        (element) =>
          (!has || has.find(element).length > 0) &&
          (!hasNot || hasNot.find(element).length === 0) &&
          (hasText === undefined || matchesText(readText(element), hasText)) &&
          (hasNotText === undefined || !matchesText(readText(element), hasNotText)) &&
          (visible === undefined || isVisible(element) === visible),
      ),
    );
  }

  or(other: HtmlLocator): HtmlLocator {
    const find: Search = (scope) => unite([...this.find(scope), ...other.find(scope)]);
    return new HtmlLocator(this.owner, `${this.description} or ${other.description}`, find);
  }

  elements(): Element[] {
    return this.find(this.owner.document);
  }

  /** The one element that is meant; an error when there are several or none. */
  element(): Element {
    const element = this.findElement();
    if (!element) throw new Error(`Nothing is found: ${this.description}, at ${this.owner.url()}`);
    return element;
  }

  /** The same, where there may be none. */
  private findElement(): Element | undefined {
    const [element, ...others] = this.elements();
    if (others.length > 0)
      throw new Error(`${others.length + 1} elements are found where one is meant: ${this.description}`);
    return element;
  }

  isDisabled(): boolean {
    return isDisabled(this.element());
  }

  /** The same, which a person can see and use. */
  private usable(): HTMLElement {
    const element = this.element() as HTMLElement;
    if (!isVisible(element)) throw new Error(`It cannot be seen: ${this.description}`);
    if (isDisabled(element)) throw new Error(`It is disabled: ${this.description}`);
    return element;
  }

  private writable(): HTMLInputElement {
    const element = this.usable() as HTMLInputElement;
    if (!element.matches('input, textarea') || element.readOnly)
      throw new Error(`Nobody can type here: ${this.description}`);
    return element;
  }

  async click(): Promise<void> {
    await this.owner.click(this.usable());
  }

  async fill(value: string): Promise<void> {
    this.writable().value = value;
  }

  async press(key: string): Promise<void> {
    const element = this.usable();
    if (key !== 'Enter') throw new Error(`Only a browser knows what ${key} does.`);
    if (element.matches('input')) await this.owner.submit((element as HTMLInputElement).form);
    else await this.owner.click(element);
  }

  async check(): Promise<void> {
    await this.setChecked(true);
  }

  async uncheck(): Promise<void> {
    await this.setChecked(false);
  }

  private async setChecked(checked: boolean): Promise<void> {
    const element = this.usable() as HTMLInputElement;
    if (element.checked !== checked) await this.owner.click(element);
    if (element.checked !== checked) throw new Error(`It stays as it was: ${this.description}`);
  }

  async selectOption(choice: string | { label: string }): Promise<void> {
    const select = this.usable() as HTMLSelectElement;
    const option = [...select.options].find(({ value, label }) =>
      typeof choice === 'string'
        ? value === choice || normalizeWhiteSpace(label) === choice
        : label === choice.label,
    );
    if (!option) throw new Error(`There is no such choice: ${JSON.stringify(choice)}`);
    option.selected = true;
    forgetLooks();
  }

  async setInputFiles(chosen: string | ChosenFile): Promise<void> {
    const file =
      typeof chosen === 'string'
        ? { name: basename(chosen), mimeType: '', buffer: readFileSync(chosen) }
        : chosen;
    chooseFiles(this.element(), [file]);
  }

  async waitFor({ state = 'visible' }: { state?: 'visible' | 'attached' } = {}): Promise<void> {
    const element = this.element();
    if (state === 'visible' && !isVisible(element)) throw new Error(`It cannot be seen: ${this.description}`);
  }

  async count(): Promise<number> {
    return this.elements().length;
  }

  async all(): Promise<HtmlLocator[]> {
    return this.elements().map((_, index) => this.nth(index));
  }

  async isVisible(): Promise<boolean> {
    const element = this.findElement();
    return element !== undefined && isVisible(element);
  }

  async isChecked(): Promise<boolean> {
    return (this.element() as HTMLInputElement).checked;
  }

  async textContent(): Promise<string> {
    return this.element().textContent;
  }

  async inputValue(): Promise<string> {
    return (this.element() as HTMLInputElement).value;
  }

  async getAttribute(name: string): Promise<string | null> {
    return this.element().getAttribute(name);
  }

  async allTextContents(): Promise<string[]> {
    return this.elements().map((element) => element.textContent);
  }

  async evaluate<Result>(ask: (element: Element) => Result): Promise<Result> {
    return ask(this.element());
  }

  async evaluateAll<Result>(ask: (elements: Element[]) => Result): Promise<Result> {
    return ask(this.elements());
  }
}
