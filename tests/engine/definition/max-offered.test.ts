import { expect, it } from 'vitest';
import { describeCut, maxOffered } from '~/engine/definition/max-offered';

function describeListOf(length: number) {
  return describeCut(Array.from({ length }));
}

it('says that a list lacks some once it is as long as lists get', () => {
  expect(describeListOf(maxOffered - 2)).toBeUndefined();
  // Without the integration that is open.
  expect(describeListOf(maxOffered - 1)).toBe(
    'Only the newest 500 are listed. The API takes the others, too.',
  );
  expect(describeListOf(maxOffered)).toBe('Only the newest 500 are listed. The API takes the others, too.');
});
