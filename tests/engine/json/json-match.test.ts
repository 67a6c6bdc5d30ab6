import { assert, jsonValue, property } from 'fast-check';
import { expect, it } from 'vitest';
import { parseJson, stringifyJson } from '~/engine/json/json';
import { isJsonText } from '~/engine/json/json-match';

const cases = [
  '[1.50,"a",{"b":[]}]',
  '{}',
  '[]',
  '{"a":{"__proto__":null}}',
  '12345678901234567890',
  '"\\u2028é\\n"',
  'true',
];

it.each(cases)('%s is the text of its value, and no beginning or longer text is', (text) => {
  const value = parseJson(text);
  const written = stringifyJson(value);
  expect(isJsonText(value, written)).toBe(true);
  expect(isJsonText(value, written.slice(0, -1))).toBe(false);
  expect(isJsonText(value, `${written} `)).toBe(false);
});

it('says what writing the value and comparing would say', () => {
  assert(
    property(jsonValue(), jsonValue(), (one, other) => {
      const [a, b] = [one, other].map((each) => parseJson(JSON.stringify(each)));
      expect(isJsonText(a, stringifyJson(a))).toBe(true);
      expect(isJsonText(a, stringifyJson(b))).toBe(stringifyJson(a) === stringifyJson(b));
    }),
  );
});

it('looks at no more of a value than is the same', () => {
  let seen = 0;
  const list = Array.from({ length: 1_000 }, () => ({
    get a() {
      seen += 1;
      return 1;
    },
  }));
  expect(isJsonText(list, `[{"a":1},{"a":2}${',{"a":1}'.repeat(998)}]`)).toBe(false);
  expect(seen).toBe(2);
});
