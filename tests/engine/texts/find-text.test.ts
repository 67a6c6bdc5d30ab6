import { assert, constantFrom, nat, oneof, property, string, tuple } from 'fast-check';
import { expect, test } from 'vitest';
import { createTest } from '~/engine/comparing/operators';
import { findText, splitText } from '~/engine/texts/find-text';
import { measureProcessorMs, onceOverMs } from '../../support/processor-time';

/** Texts of few letters nearly have a part everywhere. */
const letters = string({ unit: constantFrom('a', 'b'), maxLength: 400 });
const long = tuple(constantFrom('a', 'b', 'ab', 'aab'), letters).map(([unit, end]) => unit.repeat(40) + end);

test('a part is found where indexOf finds it', () => {
  assert(
    property(letters, oneof(letters, long), letters, nat(20), (before, part, behind, from) => {
      for (const text of [before + part + behind, before + behind, part.slice(1) + part]) {
        expect(findText(text, part, from)).toBe(text.indexOf(part, from));
      }
    }),
  );
});

test('a text is split as split splits it', () => {
  assert(
    property(letters, long, nat(4), (piece, separator, most) => {
      const text = [piece, piece, '', piece].join(separator);
      expect(splitText(text, separator)).toEqual(text.split(separator));
      expect(splitText(text, separator, most)).toEqual(text.split(separator, most));
    }),
  );
});

test.each(['contains', 'not_contains', 'contains_ignoring_case'] as const)(
  'a condition with %s seeks a long part once, though the text nearly has it everywhere',
  (operator) => {
    const half = 'a'.repeat(60_000);
    const has = createTest(operator, `${half}b${half}`);
    const seek = () => expect(has('a'.repeat(600_000))).toBe(operator === 'not_contains');
    expect(measureProcessorMs(seek)).toBeLessThan(onceOverMs);
  },
);
