// Finds the places in a response or a payload that a variable may take its value from: few enough to look through.
import { ExactNumber } from '../json/json';
import { listPropertyNames } from '../json/property-names';
import { spellName } from './path-name';
import { truncate } from '../texts/truncate';

export interface FoundPath {
  jsonPath: string;
  /** The last segment as people read it: `id`, `[0]`. */
  name: string;
  /** The beginning of the value, or what kind of value it is. */
  sample: string;
  children: FoundPath[];
  /** Whether the path lies beyond the first few of its object, and is shown only when a user asks for more. */
  isFurther?: true;
}

const limits = { depth: 3, keys: 5, items: 5, sample: 60 };

/** Where further paths end, so that a large payload does not make a page that nobody can look through. */
const furtherLimits = { depth: 6, keys: 100 };

/**
 * Lists the places of a JSON value: three levels deep, five keys of each object and five items of each list. After them come at
 * most `further` other keys and deeper places, because senders put what people want anywhere in an object.
 */
export function discoverPaths(value: unknown, further: number): FoundPath[] {
  let left = further;

  function listChildren(parent: unknown, path: string, depth: number): FoundPath[] {
    if (depth > furtherLimits.depth || !isContainer(parent)) return [];
    const isList = Array.isArray(parent);
    const keys = isList ? parent.slice(0, limits.items).keys() : listPropertyNames(parent);
    return [...keys].slice(0, furtherLimits.keys).flatMap((key, index) => {
      const child = (parent as Record<string | number, unknown>)[key];
      const isFurther = depth > limits.depth || (!isList && index >= limits.keys);
      if (isFurther && left === 0) return [];
      if (isFurther) left -= 1;
      const segment = isList ? `[${key}]` : spellName(String(key));
      const jsonPath = path === '' && segment.startsWith('[') ? `.${segment}` : path + segment;
      const found: FoundPath = {
        jsonPath,
        name: isList ? segment : String(key),
        sample: describe(child),
        children: [],
      };
      if (isFurther) found.isFurther = true;
      found.children = listChildren(child, jsonPath, depth + 1);
      return found;
    });
  }

  return listChildren(value, '', 1);
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(value instanceof ExactNumber);
}

function describe(value: unknown): string {
  if (Array.isArray(value)) return `${value.length} item${value.length === 1 ? '' : 's'}`;
  if (isContainer(value)) return 'object';
  const text = typeof value === 'string' ? value : String(value);
  return truncate(text, limits.sample);
}
