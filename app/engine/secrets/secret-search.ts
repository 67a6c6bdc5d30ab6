// Where secrets stand in a text: few are sought one after the other, which is the quickest, many all at once.
import { createSpellingIndex, type Place, type SpellingIndex } from './spelling-index';

/** So many are sought one by one. */
const few = 24;

/** What `indexOf` finds in steps that do not grow with the length of what is sought, whatever the text is. */
const headLength = 64;

export interface SecretSearch {
  spellings: readonly string[];
  /** The places of all spellings, in any order; they may overlap. */
  find(text: string): Place[];
}

/** A search for different spellings; what it needs for many is made when it is first needed. */
export function createSecretSearch(spellings: readonly string[]): SecretSearch {
  let index: SpellingIndex | undefined;
  return {
    spellings,
    find(text) {
      const places = spellings.length <= few ? findEach(text, spellings) : undefined;
      if (places) return places;
      index ??= createSpellingIndex(spellings);
      return index.find(text).places;
    },
  };
}

/** Undefined when the text is so often nearly a spelling that one by one takes long. */
function findEach(text: string, spellings: readonly string[]): Place[] | undefined {
  const places: Place[] = [];
  let compared = 0;
  for (const spelling of spellings) {
    const { length } = spelling;
    const head = spelling.slice(0, headLength);
    for (let start = text.indexOf(head); start !== -1;) {
      const isWhole = length <= headLength || text.startsWith(spelling, start);
      if (isWhole) places.push([start, start + length]);
      else compared += length;
      if (compared > 4 * text.length) return undefined;
      start = text.indexOf(head, start + (isWhole ? length : 1));
    }
  }
  return places;
}
