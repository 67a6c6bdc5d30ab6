// Finds the places of secrets in a text: a few one after the other, which is the quickest, many all at once.
import { createSpellingIndex, type Place, type SpellingIndex } from './spelling-index';

/** Up to this many spellings are searched for one by one. */
const few = 96;

/** The greatest length that `indexOf` searches for in steps that do not grow with the length, whatever the text. */
const headLength = 64;

export interface SecretSearch {
  spellings: readonly string[];
  /** The length of the longest spelling. */
  longest: number;
  /** Returns the places of all spellings, in any order; they may overlap. */
  find(text: string): Place[];
}

/** Creates a search for different spellings. The index for many spellings is built when it is first needed. */
export function createSecretSearch(spellings: readonly string[]): SecretSearch {
  let index: SpellingIndex | undefined;
  return {
    spellings,
    longest: spellings.reduce((most, { length }) => Math.max(most, length), 0),
    find(text) {
      const places = spellings.length <= few ? findEach(text, spellings) : undefined;
      if (places) return places;
      index ??= createSpellingIndex(spellings);
      return index.find(text).places;
    },
  };
}

/** Searches for one spelling after the other. Undefined when the text has so many near matches that this takes long. */
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
