import { assert, integer, jsonValue, property, record as fields } from 'fast-check';
import { expect, test, vi } from 'vitest';
import { endOfString, parseJson, stringifyJson } from '~/engine/json/json';
import { finish, isJsonInParts, parseJsonInParts } from '~/engine/json/json-parts';
import { listPropertyNames } from '~/engine/json/property-names';

/** A text of so many characters that a value which holds it is read in parts. */
const long = 'x"]}\\'.repeat(30_000);

/** An object of very many names. */
const names = `{${Array.from({ length: 20_000 }, (_, index) => `"${index.toString(36)}":${index}`).join(',')}}`;

function tryTo(read: () => unknown): string {
  try {
    return stringifyJson(read());
  } catch (error) {
    return (error as Error).name;
  }
}

function expectSame(text: string): void {
  expect(tryTo(() => finish(parseJsonInParts(text)))).toBe(tryTo(() => parseJson(text)));
}

test('large JSON is read in many parts, and as it is read at once', () => {
  const texts = [
    names,
    `{"a":{"b":[[${names},1.10,${names}]]},"__proto__":${names},"c":12345678901234567890}`,
    `[${'[1],'.repeat(100_000)}1]`,
    `[${' '.repeat(100_000)}]`,
    `${' '.repeat(100_000)}{ }\n`,
    `{"a":1,"b":${JSON.stringify(long)},"a":[${JSON.stringify(long)}]}`,
    `{${JSON.stringify(long)} : [1,${names}] , "2":0}`,
    JSON.stringify(long),
    `${'[{"a":'.repeat(99)}[${JSON.stringify(`${long}\\`)},{"${long.replaceAll(/["\\]/g, '')}":1.10}]${'}]'.repeat(99)}`,
  ];
  for (const text of texts) expectSame(text);
  let parts = 0;
  const work = parseJsonInParts(names);
  while (!work.next().done) parts += 1;
  expect(parts).toBeGreaterThan(5);
});

test('the names of a large object are known in the order in which JavaScript lists them', () => {
  const inner = names.slice(1, -1);
  const odd = '"4294967294":1,"4294967295":1,"4294967296":1,"007":1,"-1":1,"1.5":1,"":1,"12345678901":1';
  for (const text of [
    names,
    `{"z":1,${inner},"z":2,"__proto__":3,${inner}}`,
    `{${inner},"7":1,"1":2}`,
    `{"900":1,${odd},${inner},"7":1,"1":2}`,
  ]) {
    const value = finish(parseJsonInParts(text)) as object;
    expect(listPropertyNames(value)).toEqual(Object.keys(value));
  }
});

test('the names of a large object are not sorted in one go, also when some are indices', () => {
  const value = finish(parseJsonInParts(`{"900":1,${names.slice(1)}`)) as object;
  const keys = vi.spyOn(Object, 'keys');
  const listed = listPropertyNames(value);
  expect(keys).not.toHaveBeenCalled();
  keys.mockRestore();
  expect(listed).toEqual(Object.keys(value));
});

function nest(depth: number, inside: string): string {
  return '[{"a":'.repeat(depth / 2) + inside + '}]'.repeat(depth / 2);
}

test('large JSON may nest as deep as any', () => {
  for (const inside of ['1', `"${'x'.repeat(50_000)}"`, `${'1,'.repeat(20_000)}1`]) {
    const text = `[${nest(148, `[${inside}]`)},${names}]`;
    expect(finish(parseJsonInParts(text, { depth: 150 }))).toEqual(JSON.parse(text));
    expect(() => finish(parseJsonInParts(text, { depth: 149 }))).toThrow(SyntaxError);
  }
});

test('the end of a text is looked for no further than it matters, whatever its signs are', () => {
  for (const signs of ['a', '\\"', '\\\\']) {
    const text = `["${signs.repeat(1_000)}"]`;
    expect(endOfString(text, 1)).toBe(text.length - 2);
    expect(endOfString(text, 1, text.length - 1)).toBe(text.length - 2);
  }
  const end = endOfString(`["${'\\"'.repeat(1_000)}"]`, 1, 50);
  expect([50, 51]).toContain(end);
});

test.each([
  `[${names},]`,
  `[,${names}]`,
  `[${names}`,
  `[${names}}`,
  `${names}]`,
  `${names},1`,
  `{"a":${names},}`,
  `{"a" ${names}}`,
  `{a:${names}}`,
  `{"a":,${names}}`,
  `["${long.slice(0, -1)}`,
  `${names.slice(0, -1)},"a}`,
  `${'['.repeat(300)}${names}${']'.repeat(300)}`,
  ' '.repeat(100_000),
])('what is no JSON is reported, however long it is (%#)', (text) => {
  expect(() => finish(parseJsonInParts(text))).toThrow(SyntaxError);
  expect(finish(isJsonInParts(text))).toBe(false);
  expect(() => parseJson(text)).toThrow(SyntaxError);
});

test('one sign more or less makes the same of large JSON either way', () => {
  const signs = ['', ',', ':', '"', '\\', '{', '}', '[', ']', ' ', '0', '"a":1,'];
  const change = fields({
    at: integer({ min: 0, max: 400 }),
    cut: integer({ min: 0, max: 1 }),
    sign: integer({ min: 0, max: 11 }),
  });
  assert(
    property(jsonValue({ maxDepth: 4 }), change, (value, { at, cut, sign }) => {
      const text = `[${JSON.stringify(value)},{"k":${JSON.stringify(value)},"l":`;
      const place = Math.min(at, text.length);
      const changed = text.slice(0, place) + (signs[sign] ?? '') + text.slice(place + cut);
      expectSame(`${changed}[${JSON.stringify(long)}]}]`);
    }),
    { numRuns: 60 },
  );
});
