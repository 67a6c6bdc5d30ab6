import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSpellingIndex } from '~/engine/secrets/spelling-index';

/** Which characters are part of a spelling, each sought alone from left to right. */
function listHidden(spellings: string[], text: string): boolean[] {
  const hidden = Array.from(text, () => false);
  for (const spelling of spellings) {
    for (let start = 0; start <= text.length - spelling.length;) {
      const isThere = text.slice(start, start + spelling.length) === spelling;
      if (isThere) hidden.fill(true, start, start + spelling.length);
      start += isThere ? spelling.length : 1;
    }
  }
  return hidden;
}

describe('an index of spellings', () => {
  test('finds what a search for each of them finds', () => {
    const unit = fc.constantFrom('a', 'b', 'é');
    const spellings = fc.uniqueArray(fc.string({ unit, minLength: 4, maxLength: 12 }), { maxLength: 20 });
    const text = fc.string({ unit, maxLength: 200 });
    fc.assert(
      fc.property(spellings, fc.array(text, { maxLength: 3 }), (sought, texts) => {
        const index = createSpellingIndex(sought);
        for (const each of texts) {
          const hidden = Array.from(each, () => false);
          let last = 0;
          for (const [start, end] of index.find(each).places) {
            expect(start).toBeGreaterThanOrEqual(last);
            hidden.fill(true, start, end);
            last = end;
          }
          expect(hidden).toEqual(listHidden(sought, each));
        }
      }),
    );
  });

  test('joins places that overlap, and no others', () => {
    const { find } = createSpellingIndex(['abcd', 'cdef', 'efgh', 'wxyz']);
    expect(find('abcdef.abcdefgh.abcdwxyz').places).toEqual([
      [0, 6],
      [7, 15],
      [16, 20],
      [20, 24],
    ]);
  });

  test('takes the longest, or a shorter one when the text goes on otherwise', () => {
    const { find } = createSpellingIndex(['abcd', 'abcdefgh', 'abcdefghijklmnop']);
    expect(find('abcdefghijklmnop abcdefghijkl abcdef abc').places).toEqual([
      [0, 16],
      [17, 25],
      [30, 34],
    ]);
  });
});

describe('the work of a search', () => {
  const length = 20_000;
  const most = (lengths: number) => length * (Math.ceil(Math.log2(lengths + 1)) + 2);

  test.each([100, 10_000])('does not grow with the number of spellings: %i', (count) => {
    const spellings = Array.from({ length: count }, (_, index) => `aaaaa${1_000_000 + index}`);
    const { find } = createSpellingIndex(spellings);
    expect(find('a'.repeat(length)).steps).toBeLessThanOrEqual(length);
    expect(find('aaaaa1000007'.repeat(length / 12)).steps).toBeLessThanOrEqual(2 * length);
    expect(find('.'.repeat(length))).toEqual({ places: [], steps: 0 });
  });

  test.each([
    ['the end', (index: number) => `${'a'.repeat(index + 4)}b`],
    ['the beginning', (index: number) => `b${'a'.repeat(index + 4)}`],
    ['the middle', (index: number) => `${'a'.repeat(index + 4)}b${'a'.repeat(index + 4)}`],
  ])('does not grow with what differs at %s alone', (_where, spell) => {
    const { find } = createSpellingIndex(Array.from({ length: 500 }, (_, index) => spell(index)));
    for (const text of ['a'.repeat(length), `b${'a'.repeat(length - 1)}`, 'aaab'.repeat(length / 4)]) {
      expect(find(text).steps).toBeLessThanOrEqual(most(500));
    }
  });

  test('does not grow with how many begin at one character: there all of each counts', () => {
    const { find } = createSpellingIndex(Array.from({ length: 500 }, (_, index) => 'a'.repeat(index + 4)));
    const { places, steps } = find(`${'a'.repeat(length - 5)}b.aaa`);
    expect(places).toEqual([[0, length - 5]]);
    expect(steps).toBeLessThanOrEqual(2 * most(500));
  });
});
