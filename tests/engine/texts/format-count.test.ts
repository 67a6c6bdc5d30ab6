import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatCount } from '~/engine/texts/format-count';

it('groups the digits of every count as English writes them', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (count) => {
      expect(formatCount(count)).toBe(count.toLocaleString('en'));
    }),
  );
});
