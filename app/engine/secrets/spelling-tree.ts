// Finds the longest of many spellings that begins at a place in a text, by binary search over the lengths of the spellings.
// Where a longer one may follow, a marker says so, and names the longest shorter spelling in case none does (Waldvogel et al.,
// Scalable High Speed IP Routing Lookups, 1997).
import { Fingerprints, FingerprintTable, listPowers } from './fingerprints';

/** Stands for no spelling. */
export const none = -1;

/** The number of look-ups. */
interface Work {
  steps: number;
}

interface SpellingTree {
  /** The longest other spelling that each spelling begins with, or `none`. */
  parents: Int32Array;
  /** Returns the longest spelling that begins at `start` and ends at or before `end`, or `none`. */
  findLongest(prints: Fingerprints, start: number, end: number, work: Work): number;
}

/** Creates a tree of different spellings, which ascend in length. */
export function createSpellingTree(spellings: readonly string[]): SpellingTree {
  const lengths = Int32Array.from(new Set(spellings.map(({ length }) => length)));
  const powers = listPowers(lengths);
  const parents = new Int32Array(spellings.length).fill(none);
  const table = new FingerprintTable();

  function findLongest(prints: Fingerprints, start: number, end: number, work: Work): number {
    let longest = none;
    for (let low = 0, high = lengths.length - 1; low <= high;) {
      const middle = (low + high) >> 1;
      const to = start + (lengths[middle] ?? 0);
      let known: number | undefined;
      if (to <= end) {
        work.steps += 1;
        known = table.get(prints.of(start, to, powers, middle));
      }
      if (known === undefined) high = middle - 1;
      else {
        longest = known;
        low = middle + 1;
      }
    }
    return longest;
  }

  const prints = new Fingerprints();
  for (const [index, { length }] of spellings.entries()) {
    prints.read(spellings[index] ?? '');
    // The table already contains all shorter spellings and their markers.
    let longest = findLongest(prints, 0, length, { steps: 0 });
    parents[index] = longest;
    const path = listPath(lengths, length);
    table.set(prints.of(0, length, powers, path.pop() ?? 0), index);
    for (const place of path.toReversed()) {
      const markedLength = lengths[place] ?? 0;
      while (longest !== none && (spellings[longest]?.length ?? 0) > markedLength)
        longest = parents[longest] ?? none;
      const marker = prints.of(0, markedLength, powers, place);
      if (table.get(marker) === undefined) table.set(marker, longest);
    }
  }
  return { parents, findLongest };
}

/** Lists the indexes where a binary search for this length looks at it or at shorter lengths; its own index is the last. */
function listPath(lengths: Int32Array, length: number): number[] {
  const path: number[] = [];
  for (let low = 0, high = lengths.length - 1; low <= high;) {
    const middle = (low + high) >> 1;
    const looked = lengths[middle] ?? 0;
    if (looked <= length) path.push(middle);
    if (looked === length) break;
    if (looked < length) low = middle + 1;
    else high = middle - 1;
  }
  return path;
}
