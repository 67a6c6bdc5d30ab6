import { expect, test } from 'vitest';
import { measureJson, parseJson, stringifyJson } from '~/engine/json/json';
import { finish } from '~/engine/json/json-parts';
import { measureJsonInParts } from '~/engine/json/measure-in-parts';

const numbers = Array.from({ length: 9_000 }, (_, index) => index);

test.each([
  ['a small value', { a: [1, 'ü"', null] }],
  ['a long list', numbers],
  ['a list in an object', { n: numbers, 'a "name"': numbers, m: 1 }],
  ['objects with exact numbers', numbers.map((id) => ({ id, price: parseJson('1.10') }))],
  ['very many names', Object.fromEntries(numbers.map((id) => [`k${id}`, 'a\n']))],
])('%s is as long as its text, and a greater one is known to be longer', (_, value) => {
  const { length } = stringifyJson(value);
  expect(finish(measureJsonInParts(value, length))).toBe(length);
  expect(measureJson(value, length)).toBe(length);
  expect(finish(measureJsonInParts(value, length - 1))).toBeGreaterThan(length - 1);
});

test('a large value is measured in parts, and no further than needed', () => {
  expect([...measureJsonInParts({ n: numbers }, Infinity)].length).toBeGreaterThan(3);
  expect([...measureJsonInParts({ n: numbers }, 100)].length).toBeLessThan(2);
});
