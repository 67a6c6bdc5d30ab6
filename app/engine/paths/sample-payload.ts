import { findPath } from './path';

const numberWords =
  /(^|_)(amount|price|total|subtotal|sum|cost|fee|tax|discount|balance|count|quantity|qty|number|size|age|rate|score)$/;
const timeWords = /(^|_)(at|date|time|timestamp|created|updated)$/;
const addressWords = /(^|_)(url|link|href|website)$/;

/**
 * Creates a payload with a value at each path, for a first delivery. Parts of a path that lead to many are left out. The value
 * is a number, a time or an address where the variable's name says so, since filters such as `divided_by` refuse other texts.
 */
export function createSamplePayload(variables: { name: string; jsonPath: string }[]): unknown {
  const root: Node = Object.create(null);
  for (const { name, jsonPath } of variables) {
    const keys = listKeys(jsonPath);
    let node = root;
    for (const key of keys.slice(0, -1)) {
      const next = node[key];
      node = typeof next === 'object' ? next : (node[key] = Object.create(null) as Node);
    }
    const last = keys.at(-1);
    if (last !== undefined) node[last] ??= makeSample(name);
  }
  return toJson(root);
}

function makeSample(name: string): string | number {
  const words = name.toLowerCase();
  if (numberWords.test(words)) return 100;
  if (timeWords.test(words)) return '2026-01-15T09:30:00Z';
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
