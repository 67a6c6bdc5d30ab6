// Filters by RFC 9535 §2.3.5, as they are typed: checked and respelled like those that are saved, and read.
import * as fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { JsonPath } from '~/engine/definition/response-mapping';
import { parseJson, stringifyJson } from '~/engine/json/json';
import { planPaths } from '~/engine/paths/path-plan';
import { readPath, readPaths } from '~/engine/paths/path-walk';

/** What a typed path finds in a JSON text, as JSON; `nothing` for nothing. */
function find(path: string, json: string): string {
  const read = readPath(parseJson(json), JsonPath.parse(path));
  return read.found ? stringifyJson(read.value) : 'nothing';
}

function refusalOf(path: string): string | undefined {
  return JsonPath.safeParse(path).error?.issues[0]?.message;
}

describe('the examples of the RFC (§2.3.5.3) that are of this form', () => {
  const json = `{
    "a": [3, 5, 1, 2, 4, 6, {"b": "j"}, {"b": "k"}, {"b": {}}, {"b": "kilo"}],
    "o": {"p": 1, "q": 2, "r": 3, "s": 5, "t": {"u": 6}},
    "e": "f"
  }`;
  test.each([
    [`$.a[?@.b == 'kilo']`, '[{"b":"kilo"}]'],
    [`$.a[?(@.b == 'kilo')]`, '[{"b":"kilo"}]'],
    ['$.a[?@>3.5]', '[5,4,6]'],
    ['$.a[?@.b]', '[{"b":"j"},{"b":"k"},{"b":{}},{"b":"kilo"}]'],
    ['$.o[?@>1 && @<4]', '[2,3]'],
    ['$.o[?@.u]', '[{"u":6}]'],
    ['$.a[?@<2].b', 'nothing'],
    [`$.a[?@.b > 'j'].b`, '["k","kilo"]'],
  ])('%s finds %s', (path, found) => expect(find(path, json)).toBe(found));
});

describe('a comparison', () => {
  const absent = '{"other":1}';
  test.each([
    // §2.3.5.2.2: nothing equals no literal, and has no order.
    [absent, '@.a == null', false],
    [absent, '@.a != null', true],
    [absent, '@.a < 1', false],
    [absent, '@.a <= 1', false],
    ['{"a":null}', '@.a == null', true],
    ['{"a":null}', '@.a <= null', true],
    ['{"a":null}', '@.a', true],
    ['{"a":false}', '@.a', true],
    [absent, '@.a', false],
    ['{"a":true}', '@.a == true', true],
    ['{"a":true}', '@.a >= true', true],
    ['{"a":true}', '@.a > false', false],
    ['{"a":"true"}', '@.a == true', false],
    ['{"a":1}', `@.a == '1'`, false],
    ['{"a":1}', `@.a < '2'`, false],
    ['{"a":"1"}', '@.a != 1', true],
    ['{"a":1}', '@.a == 1.0', true],
    ['{"a":1.10}', '@.a == 1.1', true],
    ['{"a":100}', '@.a == 1e2', true],
    ['{"a":-0}', '@.a == 0', true],
    ['{"a":9007199254740993}', '@.a == 9007199254740992', false],
    ['{"a":9007199254740993}', '@.a > 9007199254740992', true],
    ['{"a":1e400}', '@.a > 1', true],
    ['{"a":"B"}', `@.a < "a"`, true],
    ['{"a":"ab"}', `@.a > 'a'`, true],
    // By code points: U+1F600 stands behind U+FF5E, its halves do not.
    ['{"a":"😀"}', `@.a > '～'`, true],
    ['{"a":"it\'s"}', String.raw`@.a == 'it\'s'`, true],
    ['{"a":"☺"}', String.raw`@.a == '\u263a'`, true],
    ['{"a":[]}', '@.a == 0', false],
    ['{"a":{}}', '@.a != 0', true],
    ['{"a":{"b":[1,{"c":2}]}}', `@.a.b[1]['c'] == 2`, true],
    ['{"a":{"b":[1,{"c":2}]}}', '@.a.b[-2] == 1', true],
    ['{"a":{"b":[1,{"c":2}]}}', '@.a.b.1.c == 2', true],
    ['{"a":{"0":2}}', '@.a[0] == 2', false],
    ['{"a":[2]}', `@.a['0'] == 2`, false],
    ['{"a":[2]}', '@.a.length', false],
    ['{"a":"x"}', '@.a[0]', false],
    ['{"a":{}}', '@.a.constructor', false],
    ['{"a":1,"b":2}', '@.a == 1 && @.b == 2', true],
    ['{"a":1,"b":2}', '(@.a == 1) && ((@.b) && @.b > 2)', false],
    ['{"a b":1}', `@['a b'] == 1`, true],
    ['{"a":1}', ' ( @ .a==1 ) ', true],
  ])('of %s: %s is %s', (item, filter, holds) => {
    expect(find(`$[?${filter}]`, `[${item}]`) !== 'nothing').toBe(holds);
    expect(find(`$.list[?(${filter})]`, `{"list":{"one":${item}}}`) !== 'nothing').toBe(holds);
  });

  test('agrees with JavaScript on numbers, whatever they are', () => {
    const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((each) => each + 0);
    fc.assert(
      fc.property(fc.array(number), number, (list, than) => {
        const found = list.filter((each) => each >= than);
        const expected = found.length > 0 ? JSON.stringify(found) : 'nothing';
        expect(find(`$[?@>=${than}]`, JSON.stringify(list))).toBe(expected);
      }),
    );
  });
});

test('a number that items are compared with is read once, not for each of them', () => {
  for (const number of ['9'.repeat(395), `1.${'0'.repeat(300)}1`]) {
    const path = JsonPath.parse(`$[?(@ > ${number})]`);
    const items = parseJson(`[${'1,1.0,'.repeat(100)}2]`);
    const read = vi.spyOn(RegExp.prototype, 'exec');
    const toNumber = vi.spyOn(globalThis, 'Number');
    onTestFinished(() => void vi.restoreAllMocks());
    readPath(items, path);
    expect(read.mock.calls.filter(([text]) => text === number).length).toBeLessThanOrEqual(2);
    expect(toNumber.mock.calls.filter(([text]) => text === number).length).toBeLessThanOrEqual(2);
    vi.restoreAllMocks();
  }
});

describe('a filter in a path', () => {
  const json = '{"orders":[{"id":1,"lines":[{"sku":"a","n":2}]},{"id":2,"lines":[{"sku":"b","n":1}]}]}';
  test.each([
    ['$.orders[?(@.id==2)].lines[0].sku', '["b"]'],
    ['$.orders[*].lines[?(@.n > 1)].sku', '["a"]'],
    ['$..[?(@.sku)].sku', '["a","b"]'],
    ['$..lines[?@.n==1]', '[{"sku":"b","n":1}]'],
    ['orders[?(@.id==2)].id', '[2]'],
    ['$.orders[?@.lines[0].sku == "a"].id', '[1]'],
    ['$.orders[?@.id == 1][?@ == 1]', '[1]'],
  ])('%s finds %s', (path, found) => expect(find(path, json)).toBe(found));

  test('of text or a number finds nothing', () => {
    for (const value of ['"abc"', '7', 'null']) expect(find('$[?@]', value)).toBe('nothing');
  });

  test('counts each test of each item as a step', () => {
    const items = Array.from({ length: 100 }, (_, id) => ({ id }));
    const plan = planPaths(['$[?@.id < 0 && @.id > 1]']);
    expect(readPaths(items, plan, 201)).toEqual([{ found: false }]);
    expect(readPaths(items, plan, 199)).toEqual([{ found: false, isTooMuch: true }]);
    // The same filter of two paths is asked once.
    const both = planPaths(['$[?@.id == 7].id', '$[?@.id == 7]']);
    expect(readPaths(items, both, 110).map(({ found }) => found)).toEqual([true, true]);
  });
});

describe('what is refused says what to write', () => {
  test.each([
    ['$.a[?(@.b = 1)]', '$.a[?(@.b == 1)]'],
    ['$.a[?(@.b === "x")]', '$.a[?(@.b == "x")]'],
    ['$.a[?(@.b !== 1)]', '$.a[?(@.b != 1)]'],
    ['$.a[?(@.b == paid)]', "$.a[?(@.b == 'paid')]"],
    ['$.a[?(@.b == True)]', '$.a[?(@.b == true)]'],
    ['$.a[?(b == 1)]', '$.a[?(@.b == 1)]'],
    ["$.a[?(@.b == 'x' and @.c > 1)]", "$.a[?(@.b == 'x' && @.c > 1)]"],
    ['$.a[?(1 < @.b)]', '$.a[?(@.b > 1)]'],
    [`$.a[?'x' == @['b']]`, `$.a[?@['b'] == 'x']`],
  ])('%s: %s', (path, instead) => {
    expect(refusalOf(path)).toBe(`JSON path cannot be read. Write ${instead} instead`);
    expect(refusalOf(instead)).toBeUndefined();
  });

  test.each([
    ['$[?@.a || @.b]', /knows && and no \|\|/],
    ['$[?!@.a]', /knows no !/],
    ['$[?length(@.a) > 1]', /knows no functions/],
    ['$[?match(@.a, "x")]', /knows no functions/],
    ['$[?@.a == @.b]', /compares with a value/],
    ['$[?@.a == $.b]', /compares with a value/],
    ['$[?@.a.* == 1]', /a path to one place/],
    ['$[?@..a]', /a path to one place/],
    ['$[?@.a[0:2]]', /a path to one place/],
    ['$[?@.a, ?@.b]', /stands alone/],
    ['$[0, ?@.b]', /stands alone/],
    ['$[?]', /Write one like/],
    ['$[?(@.a]', /Write one like/],
    ['$[?@.a == 01]', /Write one like/],
    ['$[?@.a == .5]', /Write one like/],
    ['$[?@[01] == 1]', /Write one like/],
    ['$[?@.a =~ /x/]', /Write one like/],
    ['$..a[?@.b]..c', /only once/],
  ])('%s', (path, why) => expect(refusalOf(path)).toMatch(why));

  test('no filter makes reading or its refusal throw, and what is refused finds nothing', () => {
    const piece = fc.constantFrom(
      '@',
      '.a',
      "['b']",
      '[0]',
      '==',
      '<',
      '&&',
      '(',
      ')',
      '1',
      "'x'",
      'x',
      ' ',
      '!',
      ',',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 10 }), (pieces) => {
        const path = `$[?${pieces.join('')}]`;
        const { success, data } = JsonPath.safeParse(path);
        const found = readPath([{ a: 1, b: 'x' }, [1]], path);
        if (!success) expect(found).toEqual({ found: false });
        else expect(JsonPath.parse(data)).toBe(data);
      }),
      { numRuns: 2_000 },
    );
  });
});
