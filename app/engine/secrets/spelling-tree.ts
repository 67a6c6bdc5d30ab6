// Finds the longest of many spellings that begins somewhere in a text, by binary search over the lengths that spellings have.
// Wherever a longer one is to be sought, a marker says so, and which shorter one there is if that finds none (Waldvogel et
// al., Scalable High Speed IP Routing Lookups, 1997).
import { Fingerprints, FingerprintTable, listPowers } from './fingerprints';

/** Stands for no spelling among their numbers. */
export const none = -1;

/** How often something was looked up. */
export interface Work {
  steps: number;
}

export interface SpellingTree {
  /** Of each spelling: the longest other one that it begins with, or `none`. */
  parents: Int32Array;
  /** The longest spelling that begins at `start` and ends before or at `end`, or `none`. */
  findLongest(prints: Fingerprints, start: number, end: number, work: Work): number;
}

/** Of different spellings, the shorter first. */
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
    // All shorter ones and their markers are in the table by now.
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

/** Where a binary search for this length looks at it and at shorter ones; it is the last. */
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
