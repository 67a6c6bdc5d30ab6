// Finds the places in a response that a mapping may take a value from: few enough to look through.
import { ExactNumber } from '../json/json';
import { spellName } from './path-name';

export interface FoundPath {
  jsonPath: string;
  /** The last segment as people read it: `id`, `[0]`. */
  name: string;
  /** The beginning of the value, or what kind of value it is. */
  sample: string;
  children: FoundPath[];
}

const limits = { depth: 3, keys: 5, items: 5, sample: 60 };

/** Lists the places of a JSON value: three levels deep, five keys of each object and five items of each list. */
export function discoverPaths(value: unknown): FoundPath[] {
  return listChildren(value, '', 1);
}

function listChildren(value: unknown, path: string, depth: number): FoundPath[] {
  if (depth > limits.depth || !isContainer(value)) return [];
  const isList = Array.isArray(value);
  const first = isList ? value.slice(0, limits.items) : value;
  return Object.entries(first)
    .slice(0, isList ? limits.items : limits.keys)
    .map(([key, child]) => {
      const segment = isList ? `[${key}]` : spellName(key);
      const jsonPath = path === '' && segment.startsWith('[') ? `.${segment}` : path + segment;
      const name = isList ? segment : key;
      return { jsonPath, name, sample: describe(child), children: listChildren(child, jsonPath, depth + 1) };
    });
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(value instanceof ExactNumber);
}

function describe(value: unknown): string {
  if (Array.isArray(value)) return `${value.length} item${value.length === 1 ? '' : 's'}`;
  if (isContainer(value)) return 'object';
  const text = typeof value === 'string' ? value : String(value);
  return text.length > limits.sample ? `${text.slice(0, limits.sample)}…` : text;
}
