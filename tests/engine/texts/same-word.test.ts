import { expect, test } from 'vitest';
import { isSameWord } from '~/engine/texts/same-word';

test.each([
  ['acme gmbh', 'acme\u00a0gmbh'],
  ['acme gmbh', 'acme  gmbh'],
  [' Cafe\u0301 ', 'Caf\u00e9'],
])('%j is what a person types who reads %j', (typed, word) => {
  expect(isSameWord(typed, word)).toBe(true);
});

test.each([
  ['acme', 'Acme'],
  ['acmegmbh', 'acme gmbh'],
  ['', 'acme'],
])('%j is not %j', (typed, word) => {
  expect(isSameWord(typed, word)).toBe(false);
});
