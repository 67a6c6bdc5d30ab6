// Bounds what aliases of YAML repeat. Where a list is the name of a property, js-yaml writes it as one text, and a short document
// can repeat a long text in it a thousand times.
import { YAMLException } from 'js-yaml';

/** What js-yaml has read when it ends a node. */
interface Reading {
  result: unknown;
}

/** What a document may have beyond twice its own length, in characters. */
const spare = 1024 * 1024;

/** How long an object is where js-yaml writes it: `[object Object],`. */
const objectLength = 16;

/**
 * Returns a listener of js-yaml for a document of this length, in characters. It throws a YAMLException once all lists together,
 * each as often as it occurs, are as texts longer than a document without aliases can make them.
 */
export function createListBound(length: number): (event: 'open' | 'close', reading: Reading) => void {
  const measured = new Map<unknown[], { items: number; length: number }>();
  let left = 2 * length + spare;
  return (event, { result }) => {
    if (event === 'open' || !Array.isArray(result)) return;
    const list: unknown[] = result;
    const known = measured.get(list) ?? { items: 0, length: 0 };
    measured.set(list, known);
    // An alias within its own list meets it before its end.
    for (; known.items < list.length; known.items += 1) known.length += measureItem(list[known.items]);
    left -= known.length;
    if (left < 0) throw new YAMLException('it repeats its lists too often');
  };
}

function measureItem(item: unknown): number {
  if (typeof item === 'string') return item.length + 1;
  if (Array.isArray(item)) return 1;
  return typeof item === 'object' && item !== null ? objectLength : String(item).length + 1;
}
