import { expect, test } from 'vitest';
import { keepComparedDigits } from '~/engine/definition/compared-digits';
import { parseJson } from '~/engine/json/json';

const keep = (json: string) => keepComparedDigits(JSON.parse(json), parseJson(json));

test.each([
  ['9007199254740993', '9007199254740993'],
  ['0.12345678901234567891', '0.12345678901234567891'],
  ['-12345678901234567890', '-12345678901234567890'],
  ['9007199254740992', 9007199254740992],
  ['12345678901234567000', 12345678901234567000],
  ['1.10', 1.1],
  ['5e3', 5000],
  ['2.0', 2],
  ['1E400', Infinity],
  ['"9007199254740993"', '9007199254740993'],
])('a condition compares with %s as %j', (written, kept) => {
  expect(keep(`{"conditions":[{"field":"id","value":${written}}]}`)).toEqual({
    conditions: [{ field: 'id', value: kept }],
  });
});

test('everything else stays as it was', () => {
  const json = `{"value":9007199254740993,"order":1.0,"__proto__":{"a":1},
    "body":{"field":"x","value":9007199254740993},"list":[null,[],"x",9007199254740993]}`;
  expect(keep(json)).toEqual(JSON.parse(json));
  expect(Object.keys(keep(json) as object)).toContain('__proto__');
});
