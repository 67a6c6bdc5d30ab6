// Limits how much of a definition is validated. The schemas read all items of a list before they report that there are too
// many, and each invalid item makes a message: a few megabytes of `{}` took minutes.
import { formatCount } from '../texts/format-count';
import { listPropertyNames } from '../json/property-names';

/** The limit of one list or object: several times any list's own limit, so that slightly too long lists report their own. */
const maxEntries = 500;
/** The limit of all entries together: more than an integration has whose lists are all full. */
const maxAll = 50_000;

/** Bodies are kept as they were sent, whatever they hold. A file has its calls in `definition`. */
const unread = /^(?:definition\.)?apiCalls\.\d+\.body$/;
/** No run reads it, so its lists may be longer; but each save writes it several times. */
const uncounted = /^(?:definition\.)?dataMapping(?:\.|$)/;

/** The limit of placeholders in all texts together: each run reads them anew, and a hundred thousand take a second. */
const maxPlaceholders = 20_000;

const tooLong = `At most ${maxEntries} items are read here`;
const tooMuch = `An integration may have at most ${formatCount(maxAll)} settings`;
const tooCrowded = `An integration may have at most ${formatCount(maxPlaceholders)} placeholders`;

/**
 * Returns where a definition, or a file in its `definition`, holds more than is read, by field, such as `apiCalls.0.headers`;
 * undefined when nowhere.
 */
export function findOversized(parts: Record<string, unknown>): Record<string, string[]> | undefined {
  const waiting: [path: string, value: unknown][] = Object.entries(parts);
  let [all, placeholders] = [0, 0];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [path, value] = next;
    if (typeof value === 'string' && !uncounted.test(path)) {
      placeholders += countPlaceholders(value, maxPlaceholders);
      if (placeholders > maxPlaceholders) return { [path]: [tooCrowded] };
    }
    if (typeof value !== 'object' || value === null || unread.test(path)) continue;
    const count = Array.isArray(value) ? value.length : listPropertyNames(value).length;
    if (count > maxEntries && !uncounted.test(path)) return { [path]: [tooLong] };
    all += count;
    if (all > maxAll) return { [path]: [tooMuch] };
    for (const [name, entry] of Object.entries(value)) waiting.push([`${path}.${name}`, entry]);
  }
  return undefined;
}

/** Counts the beginnings of placeholders in a text, to one more than `most`. */
function countPlaceholders(text: string, most: number): number {
  let count = 0;
  for (let at = text.indexOf('{{'); at >= 0 && count <= most; at = text.indexOf('{{', at + 2)) count += 1;
  return count;
}
