import { findPath } from './path';

/** Creates a payload with a value at each path, for a first delivery. Parts of a path that lead to many are left out. */
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
    if (last !== undefined) node[last] ??= `sample ${name}`;
  }
  return toJson(root);
}

function listKeys(jsonPath: string): string[] {
  const path = findPath(jsonPath);
  if (path?.kind === 'many') return path.steps.flatMap((step) => (step.kind === 'name' ? [step.name] : []));
  // In a list of one item, the last item is the first one.
  return (path?.segments ?? []).map((segment) => (segment === -1 ? '0' : String(segment)));
}

interface Node {
  [key: string]: string | Node;
}

/** Converts a node to JSON; a node whose keys are all indexes becomes a list. */
function toJson(node: Node | string): unknown {
  if (typeof node === 'string') return node;
  const entries = Object.entries(node);
  if (entries.length > 0 && entries.every(([key]) => /^\d+$/.test(key))) {
    return entries.map(([, value]) => toJson(value));
  }
  return Object.fromEntries(entries.map(([key, value]) => [key, toJson(value)]));
}
