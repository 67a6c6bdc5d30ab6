// Finds many spellings in a text in one pass, whatever their number.
import { Fingerprints } from './fingerprints';
import { createSpellingTree, none } from './spelling-tree';
import { shortestSecret } from './spellings';

export type Place = [start: number, end: number];

interface FoundSpellings {
  /** The places in ascending order; overlapping ones are merged. */
  places: Place[];
  /** How many look-ups the search took, besides reading the text. */
  steps: number;
}

/**
 * Finds what a search for each spelling alone finds from left to right, where an occurrence that overlaps the one before of the
 * same spelling does not count. Where more than two spellings begin at each character of a text, as `aaaa`, `aaaaa` and so on
 * do in a text of `a`s, that would take a step for each of them; there, all occurrences count.
 */
export interface SpellingIndex {
  find(text: string): FoundSpellings;
}

/** Creates an index of different spellings, none shorter than the shortest secret. */
export function createSpellingIndex(unsorted: readonly string[]): SpellingIndex {
  const spellings = unsorted.toSorted((a, b) => a.length - b.length);
  const tree = createSpellingTree(spellings);
  const findBeginning = createFilter(spellings);
  // Where each spelling may begin again. The texts of all searches count as one long text, so nothing is ever cleared.
  const nextStarts = new Float64Array(spellings.length);
  let origin = 0;
  const endOf = (spelling: number, start: number) => start + (spellings[spelling]?.length ?? 0);

  /** Calls `tell` with the longest spelling at each start that has one, until it returns false. Returns the steps taken. */
  function eachLongest(text: string, tell: (start: number, spelling: number) => boolean): number {
    const work = { steps: 0 };
    let prints: Fingerprints | undefined;
    for (let start = findBeginning(text, 0); start !== none; start = findBeginning(text, start + 1)) {
      prints ??= new Fingerprints().read(text);
      const spelling = tree.findLongest(prints, start, text.length, work);
      if (spelling !== none && !tell(start, spelling)) break;
    }
    return work.steps;
  }

  function findEach(text: string, maxVisits: number): FoundSpellings & { isWhole: boolean } {
    const found = collectPlaces();
    let visits = 0;
    const before = origin;
    origin += text.length;
    const lookUps = eachLongest(text, (start, longest) => {
      let isVerified = false;
      // The shorter ones count too: each spelling has its own place where it may begin again.
      for (let spelling = longest; spelling !== none; spelling = tree.parents[spelling] ?? none) {
        visits += 1;
        if (visits > maxVisits) return false;
        if ((nextStarts[spelling] ?? 0) > before + start) continue;
        isVerified ||= text.startsWith(spellings[spelling] ?? '', start);
        if (!isVerified) continue;
        nextStarts[spelling] = endOf(spelling, before + start);
        found.add(start, endOf(spelling, start));
      }
      return true;
    });
    return { places: found.places, steps: lookUps + visits, isWhole: visits <= maxVisits };
  }

  function findAll(text: string): FoundSpellings {
    const found = collectPlaces();
    const steps = eachLongest(text, (start, longest) => {
      found.add(start, endOf(longest, start));
      return true;
    });
    return { places: found.places, steps };
  }

  return {
    find(text) {
      const { places, steps, isWhole } = findEach(text, 2 * text.length);
      if (isWhole) return { places, steps };
      const all = findAll(text);
      return { places: all.places, steps: steps + all.steps };
    },
  };
}

/** Collects places in ascending order of their starts, and merges those that overlap. */
function collectPlaces(): { places: Place[]; add(from: number, to: number): void } {
  const places: Place[] = [];
  let last: Place = [0, 0];
  return {
    places,
    add(from, to) {
      if (from >= last[1]) places.push((last = [from, to]));
      else if (to > last[1]) last[1] = to;
    },
  };
}

/** Creates a function that skips quickly to the next place where a spelling may begin, by its first four characters. */
function createFilter(spellings: readonly string[]): (text: string, from: number) => number {
  const bits = Math.min(24, Math.max(10, Math.ceil(Math.log2(spellings.length * 8))));
  const begins = new Uint8Array(2 ** bits);
  const unused = 32 - bits;
  for (const spelling of spellings) begins[mix(spelling, 0) >>> unused] = 1;
  return (text, from) => {
    const end = text.length - shortestSecret;
    for (let start = from; start <= end; start += 1) {
      if (begins[mix(text, start) >>> unused] === 1) return start;
    }
    return none;
  };
}

function mix(text: string, start: number): number {
  const first = (text.charCodeAt(start) << 16) | text.charCodeAt(start + 1);
  const second = (text.charCodeAt(start + 2) << 16) | text.charCodeAt(start + 3);
  return Math.imul(Math.imul(first, 0x9e3779b1) ^ second, 0x85ebca6b);
}
