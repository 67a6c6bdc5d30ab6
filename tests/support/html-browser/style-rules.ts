// What the product's style sheet says of whether something is shown, in a window of 1280 by 720 pixels and without script.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type AtRule, type Declaration, parse, type Rule } from 'postcss';

const assets = fileURLToPath(new URL('../../../build/client/assets', import.meta.url));
const windowWidth = 1280;
const windowHeight = 720;

interface StyleRule {
  selector: string;
  /** Whether the rule can be for an element at all, as far as its name or one of its attributes tells. */
  isPossible: (element: Element) => boolean;
  value: string;
  /** Of two rules for an element the one with the higher weight counts; of the same weight, the later one. */
  weight: number;
  order: number;
}

type Property = 'display' | 'visibility';

/** What is drawn beside an element's own content says nothing of the element. */
const besideContent = /::?(before|after|backdrop|placeholder|marker|-webkit|-moz|details-content|file)/;

/** The rules for a property, by a class that an element must have for them; '' where any may. */
type RulesByClass = Map<string, StyleRule[]>;

let read: Record<Property, RulesByClass> | undefined;

/** The rules of the style sheet that was built last. */
function readRules(): Record<Property, RulesByClass> {
  if (read) return read;
  read = { display: new Map(), visibility: new Map() };
  for (const name of readdirSync(assets).filter((file) => file.endsWith('.css'))) {
    const sheet = parse(readFileSync(join(assets, name), 'utf8'));
    for (const property of ['display', 'visibility'] as const) {
      sheet.walkDecls(property, (declaration) => addRules(read![property], declaration));
    }
  }
  return read;
}

/** The attribute that stands for `:target`: what jsdom takes for the target of a page stays when its address changes. */
export const targetMark = 'data-address-target';

let rulesRead = 0;

function addRules(byClass: RulesByClass, declaration: Declaration): void {
  const { parent, value } = declaration;
  if (parent?.type !== 'rule' || !applies(parent as Rule)) return;
  const weight = weigh(declaration);
  for (const written of (parent as Rule).selectors.filter((each) => !besideContent.test(each))) {
    const selector = written.replaceAll(':target', `[${targetMark}]`);
    const key = readKey(selector);
    if (byTyping.test(selector)) throw new Error(`What is typed would show or hide something: ${selector}`);
    const rule = { selector, isPossible: readNeed(selector), value, weight, order: (rulesRead += 1) };
    byClass.set(key, [...(byClass.get(key) ?? []), rule]);
  }
}

/** What changes with the text in a field. Nothing is looked at again because somebody typed. */
const byTyping = /:(placeholder-shown|autofill|(user-)?(in)?valid|(in|out-of)-range)/;

/** To match a selector takes long, and each element is asked for every rule that names no class. */
function readNeed(selector: string): StyleRule['isPossible'] {
  const [, tag] = /^([a-z]+)$/.exec(selector) ?? [];
  if (tag) return ({ localName }) => localName === tag;
  const [, attribute] = /(?:^|[)\]] )\[([\w-]+)(?:=[\w-]+)?\](?::where\(.*\))?$/.exec(selector) ?? [];
  return attribute ? (element) => element.hasAttribute(attribute) : () => true;
}

/** A class alone, or the one that stands for a condition, is the element's own. */
function readKey(selector: string): string {
  const className =
    /^\.((?:[\w-]|\\.)+)$/.exec(selector) ?? /\.((?:[\w-]|\\.)*\\:(?:[\w-]|\\.)*)(?! )/.exec(selector);
  return className?.[1]?.replaceAll('\\', '') ?? '';
}

/** Layers count less than what is in none; `!important` counts most. */
function weigh(declaration: Declaration): number {
  let isLayered = false;
  for (let node = declaration.parent; node; node = node.parent as typeof node) {
    if (node.type === 'atrule' && (node as AtRule).name === 'layer') isLayered = true;
  }
  return (declaration.important ? 2 : 0) + (isLayered ? 0 : 1);
}

function applies(rule: Rule): boolean {
  for (let node = rule.parent; node && node.type !== 'root'; node = node.parent as typeof node) {
    const { name, params } = node as AtRule;
    if (name === 'media' && !matchesMedia(params)) return false;
    // How wide a part of the page is drawn is not known.
    if (name === 'container') return false;
  }
  return true;
}

function matchesMedia(query: string): boolean {
  const condition = query.replace(/^not all and /, '');
  const holds = condition.split(' and ').every((part) => part === 'screen' || matchesFeature(part));
  return holds !== (condition !== query);
}

function matchesFeature(condition: string): boolean {
  if (condition === 'print') return false;
  const [, feature, value = ''] = /^\(([\w-]+):\s*([\w.]+)\)$/.exec(condition) ?? [];
  switch (feature) {
    case 'min-width':
      return windowWidth >= Number.parseFloat(value) * 16;
    case 'min-height':
      return windowHeight >= Number.parseFloat(value) * 16;
    case 'scripting':
      return value === 'none';
    case 'hover':
      return true;
    case 'prefers-reduced-motion':
    case 'prefers-color-scheme':
      return false;
    default:
      throw new Error(`Nobody knows whether “${condition}” holds without a browser.`);
  }
}

/** What the style sheet says of an element itself, if anything. */
export function readStyle(element: Element, property: Property): string | undefined {
  let last: StyleRule | undefined;
  for (const key of ['', ...element.classList]) {
    for (const rule of readRules()[property].get(key) ?? []) {
      const counts =
        !last || rule.weight > last.weight || (rule.weight === last.weight && rule.order > last.order);
      if (!counts || !rule.isPossible(element)) continue;
      if (rule.selector === `.${key}` || element.matches(rule.selector)) last = rule;
    }
  }
  return last?.value;
}
