// Makes up a first delivery for a webhook: the values that its variables read, and those without which it would be skipped.
import type { OnlyRunIf } from '../definition/delivery-rules';
import type { Operator } from '../comparing/operator-name';
import { findPath } from '../paths/path';

const numberWords =
  /(^|_)(amount|cents|price|total|subtotal|sum|cost|fee|tax|discount|balance|count|quantity|qty|number|size|age|rate|score)$/;
const timeWords = /(^|_)(at|date|time|timestamp|created|updated)$/;
const currencyWords = /(^|_)currency(_code)?$/;
const addressWords = /(^|_)(url|link|href|website)$/;

/** The operators that hold for the value that they compare with. */
const fitting: ReadonlySet<Operator> = new Set([
  'equals',
  'contains',
  'starts_with',
  'ends_with',
  'greater_or_equal',
  'less_or_equal',
]);

interface Wanted {
  variables: { name: string; jsonPath: string }[];
  onlyRunIf?: OnlyRunIf | undefined;
}

/**
 * Creates a payload with a value at each path, for a first delivery. Parts of a path that lead to many are left out. The value
 * is the one that a condition of `onlyRunIf` compares with, so that the delivery is not skipped, or else a number, a time, an
 * address or a currency where the variable's name says so, since filters such as `divided_by` refuse other texts.
 */
export function createSamplePayload({ variables, onlyRunIf = [] }: Wanted): unknown {
  const root: Node = Object.create(null);
  for (const { field, operator, value } of onlyRunIf) {
    const path = variables.find(({ name }) => name === field)?.jsonPath ?? readTriggerPath(field);
    if (path && fitting.has(operator)) place(root, path, typeof value === 'number' ? value : String(value));
  }
  for (const { name, jsonPath } of variables) place(root, jsonPath, makeSample(name));
  return toJson(root);
}

/** Lists the headers without which a delivery would be skipped. */
export function createSampleHeaders({ onlyRunIf = [] }: Pick<Wanted, 'onlyRunIf'>): Record<string, string> {
  const headers = onlyRunIf.flatMap(({ field, operator, value }) => {
    const name = /^request\.headers\.([\w-]+)$/.exec(field)?.[1];
    return name && fitting.has(operator) ? [[name, String(value)]] : [];
  });
  return Object.fromEntries(headers);
}

function readTriggerPath(field: string): string | undefined {
  const rest = /^trigger([.[].*)$/s.exec(field)?.[1];
  return rest?.startsWith('[') ? `.${rest}` : rest;
}

/** Puts a value at a path, unless there is one. */
function place(root: Node, jsonPath: string, value: string | number): void {
  const keys = listKeys(jsonPath);
  let node = root;
  for (const key of keys.slice(0, -1)) {
    const next = node[key];
    node = typeof next === 'object' ? next : (node[key] = Object.create(null) as Node);
  }
  const last = keys.at(-1);
  if (last !== undefined) node[last] ??= value;
}

function makeSample(name: string): string | number {
  const words = name.toLowerCase();
  if (numberWords.test(words)) return 100;
  if (timeWords.test(words)) return '2026-01-15T09:30:00Z';
  if (currencyWords.test(words)) return 'EUR';
  if (addressWords.test(words)) return 'https://example.com/sample';
  return /(^|_)e?mail$/.test(words) ? 'sample@example.com' : `sample ${name}`;
}

function listKeys(jsonPath: string): string[] {
  const path = findPath(jsonPath);
  if (path?.kind === 'many') return path.steps.flatMap((step) => (step.kind === 'name' ? [step.name] : []));
  // In a list of one item, the last item is the first one.
  return (path?.segments ?? []).map((segment) => (segment === -1 ? '0' : String(segment)));
}

interface Node {
  [key: string]: string | number | Node;
}

/** Converts a node to JSON; a node whose keys are all indexes becomes a list. */
function toJson(node: Node | string | number): unknown {
  if (typeof node !== 'object') return node;
  const entries = Object.entries(node);
  if (entries.length > 0 && entries.every(([key]) => /^\d+$/.test(key))) {
    return entries.map(([, value]) => toJson(value));
  }
  return Object.fromEntries(entries.map(([key, value]) => [key, toJson(value)]));
}
