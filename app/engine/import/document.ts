// Safe ways into a parsed document whose shape nobody has checked: whatever is not there is empty.
import { isNestedDeeperThan } from '../json';

export type Node = Record<string, unknown>;

const deepest = 100;

/** The JSON value of a text; undefined when it is none, or nests deeper than a hundred levels. */
export function parseDocument(text: string): unknown {
  if (isNestedDeeperThan(text, deepest)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function asNode(value: unknown): Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Node) : {};
}

export function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

export function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A value of the document's own, not one that every object has. */
export function ownValue(node: Node, name: string): unknown {
  return Object.hasOwn(node, name) ? node[name] : undefined;
}
