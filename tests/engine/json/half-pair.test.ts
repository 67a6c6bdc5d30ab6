import { array, assert, boolean, constantFrom, property } from 'fast-check';
import { expect, test } from 'vitest';
import { holdsHalfPair, holdsHalfPairInParts } from '~/engine/json/half-pair';

const units = ['\ud800', '\udbff', '\udc00', '\udfff', '\ud7ff', '\ue000', '\\', 'u', 'd8', '"', 'a', '\n'];

test('half a pair is found among escapes of every kind, and nothing else', () => {
  assert(
    property(array(constantFrom(...units), { maxLength: 12 }), boolean(), (parts, isUpper) => {
      const text = parts.join('');
      const json = JSON.stringify(text).replace(/[^ -~]/g, (unit) => escape(unit.charCodeAt(0), isUpper));
      expect(holdsHalfPair(json)).toBe(/\p{Surrogate}/u.test(text));
    }),
    { numRuns: 2_000 },
  );
});

function escape(unit: number, isUpper: boolean): string {
  const digits = unit.toString(16).padStart(4, '0');
  return `\\u${isUpper ? digits.toUpperCase() : digits}`;
}

test.each([
  ['"\\ud83d\\ude00"', false],
  ['"\\uD83D\\uDE00"', false],
  ['"\\ud83d"', true],
  ['"\\ud83d\\n"', true],
  ['"\\ud83d\\\\ude00"', true],
  ['"\\ude00\\ud83d"', true],
  ['"\\\\ud83d"', false],
  ['"\\ud83d', true],
])('%s: %s', (json, isHalf) => {
  expect(holdsHalfPair(json)).toBe(isHalf);
});

test.each(['\\ud83d\\ude00', '\\n'])('very many escapes like %s are looked at in parts', (escaped) => {
  const json = `"${escaped.repeat(100_000)}`;
  expect([...holdsHalfPairInParts(`${json}"`)]).toHaveLength(6);
  expect(holdsHalfPair(`${json}"`)).toBe(false);
  expect(holdsHalfPair(`${json}\\ud800"`)).toBe(true);
});
