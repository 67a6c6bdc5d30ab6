import { array, assert, constantFrom, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { isNestedDeeperThan, isNestedDeeperThanInParts } from '~/engine/json/nesting';
import { finish } from '~/engine/json/json-parts';

test.each([
  ['[[1]]', 2, false],
  ['[[1]]', 1, true],
  ['{"a":{"b":[]}}', 2, true],
  ['[],[],[]', 1, false],
  [String.raw`"\"[[[["`, 0, false],
  [String.raw`"\\"[[`, 1, true],
  ['"[[[', 0, false],
  ['1', 0, false],
])('%s, %i: %s', (text, depth, deeper) => {
  expect(isNestedDeeperThan(text, depth)).toBe(deeper);
  expect(finish(isNestedDeeperThanInParts(text, depth))).toBe(deeper);
});

test('brackets within strings do not nest', () => {
  const words = constantFrom('[', '{', '"', '\\', 'a');
  assert(
    property(array(array(words)), integer({ min: 0, max: 4 }), (texts, depth) => {
      const flat = JSON.stringify(texts.map((text) => text.join('')));
      const nested = `${'['.repeat(depth)}${flat}${']'.repeat(depth)}`;
      expect(isNestedDeeperThan(nested, depth + 1)).toBe(false);
      expect(isNestedDeeperThan(nested, depth)).toBe(true);
    }),
  );
});

const megabyte = 1024 * 1024;

test.each([
  ['brackets', '[],'.repeat(megabyte / 3)],
  ['strings', `[],[],"",${'"a",'.repeat(megabyte / 4)}`],
  ['quotes in a string', `[],[],"${'\\"'.repeat(megabyte / 2)}",`],
])('a megabyte of %s is looked at in parts, up to what nests too deeply', (_what, members) => {
  const parts = [...isNestedDeeperThanInParts(`[${members}[1]]`, 2)];
  expect(parts.length).toBeGreaterThan(3);
  expect(finish(isNestedDeeperThanInParts(`[${members}[1]]`, 2))).toBe(false);
  expect(finish(isNestedDeeperThanInParts(`[${members}[[1]]]`, 2))).toBe(true);
  expect(isNestedDeeperThan(`[${members}[[1]]]`, 2)).toBe(true);
});
