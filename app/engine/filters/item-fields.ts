// Which texts among the arguments of filters name a field of each item, with filters of its own behind it; light enough for
// the browser.
import type { FilterName } from './filter-names';

/** Cuts a field, written `sku` or `price.amount as price`, into its path, with the filters behind it, and its name. */
export function cutField(text: string): { path: string; name: string } {
  const parts = text.split(/(?<!\s)\s+as\s+/);
  // A filter of the field may have a text with this word.
  const isFiltered = parts.length > 2 && parts[0]?.includes('|');
  const [path = '', name] = isFiltered ? [parts.slice(0, -1).join(' as '), parts.at(-1)] : parts;
  const [bare = ''] = path.split('|', 1);
  return { path: path.trim(), name: (name ?? bare.slice(bare.lastIndexOf('.') + 1)).trim() };
}

/** Cuts the pattern of `format_each`. The pieces at odd indexes are paths, which stood between braces. */
export function cutPattern(text: string): string[] {
  return text.split(/\{([^{}]*)\}/).map((piece, index) => (index % 2 === 1 ? piece.trim() : piece));
}

/** How the arguments that name fields are cut into paths, if not the first argument alone is one. */
const cuts: Partial<Record<FilterName, (texts: readonly string[]) => string[]>> = {
  format_each: ([pattern = '']) => cutPattern(pattern).filter((_, index) => index % 2 === 1),
  pick: (texts) => texts.map((text) => cutField(text).path),
  csv: (texts) => texts.map((text) => cutField(text).path),
  sum: (texts) => [...texts],
};

const ofFirst: ReadonlySet<string> = new Set([
  'map',
  'get',
  'where',
  'reject',
  'find_index',
  'sort',
  'uniq',
  'group_by',
]);

/** Lists the paths, with their filters, in the arguments of a filter. An argument that is no written text is empty. */
export function listItemPaths(name: FilterName, texts: readonly string[]): string[] {
  return cuts[name]?.(texts) ?? (ofFirst.has(name) ? texts.slice(0, 1) : []);
}

/** Says why the filters in an argument cannot be read, as the part of a sentence behind the name of the filter around them. */
export function describeUnreadField(problem: string): string {
  return `has a field that cannot be read: ${problem}`;
}
