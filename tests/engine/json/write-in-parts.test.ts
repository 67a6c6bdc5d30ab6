import {
  array,
  assert,
  constantFrom,
  dictionary,
  integer,
  letrec,
  oneof,
  property,
  string,
} from 'fast-check';
import { expect, test } from 'vitest';
import { ExactNumber, parseJson, stringifyJson } from '~/engine/json/json';
import { finish } from '~/engine/json/json-parts';
import { stringifyJsonInParts } from '~/engine/json/write-in-parts';

const numbers = Array.from({ length: 5_000 }, (_, index) =>
  index % 2 === 0 ? index : new ExactNumber('1.0'),
);
const named = Object.fromEntries(
  numbers.map((number, index) => [`${index % 3 === 0 ? '' : 'n'}${index}`, number]),
);
const nested = `{"a":[[${'[1],'.repeat(3_000)}{}]],"b\\"":{"__proto__":[${'1.10,'.repeat(3_000)}"\\u00000\\u00001\\n"]},"c":[]}`;

test.each([
  numbers,
  named,
  parseJson(nested),
  [numbers, 1, named, [], {}, [numbers]],
  { first: 1, named, last: [numbers], empty: {} },
  [...numbers, `\u00000\u00001`, [[[numbers]]]],
  [],
  'text',
  null,
  new ExactNumber('1.10'),
])('a value is written as in one go (%#)', (value) => {
  expect(isSame(value)).toBe(true);
});

function isSame(value: unknown): boolean {
  return [0, 2].every(
    (space) => finish(stringifyJsonInParts(value, { space })) === stringifyJson(value, space),
  );
}

test('a value of any shape is written as in one go', () => {
  const { value } = letrec((tie) => ({
    value: oneof(
      { maxDepth: 4 },
      oneof(integer(), string(), constantFrom(null, true, numbers, named, new ExactNumber('1e5'))),
      array(tie('value'), { maxLength: 5 }),
      dictionary(string(), tie('value'), { maxKeys: 5 }),
    ),
  }));
  assert(property(value, isSame), { numRuns: 25 });
});

test('a large value is written in many parts, and no further than it matters', () => {
  const large = [numbers, named, numbers];
  let parts = 0;
  const work = stringifyJsonInParts(large);
  while (!work.next().done) parts += 1;
  expect(parts).toBeGreaterThan(4);
  const cut = finish(stringifyJsonInParts(large, { space: 2, most: 10_000 }));
  expect(cut.length).toBeGreaterThan(10_000);
  expect(cut.length).toBeLessThan(100_000);
  expect(stringifyJson(large, 2).startsWith(cut)).toBe(true);
});

test('long texts are written a few at a time, and no more of them than are wanted', () => {
  const long = '\u0001'.repeat(64 * 1024);
  const texts = Array.from({ length: 100 }, () => long);
  expect(isSame(texts.slice(0, 8))).toBe(true);
  const work = stringifyJsonInParts(texts, { most: long.length });
  let parts = 0;
  let step = work.next();
  for (; !step.done; step = work.next()) parts += 1;
  expect(parts).toBe(1);
  // A part holds some 250,000 characters at most, each of which is written as six.
  expect(step.value.length).toBeLessThan(10 * 256 * 1024);
});
