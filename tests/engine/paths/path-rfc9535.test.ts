// What RFC 9535 says of paths without filters, in cases of our own, as a path is typed: checked and respelled like one that
// is saved, and read.
import { describe, expect, test } from 'vitest';
import { JsonPath } from '~/engine/definition/response-mapping';
import { parseJson } from '~/engine/json/json';
import { readPath } from '~/engine/paths/path-walk';

/** What a typed path finds in a JSON text; undefined for nothing. */
function find(path: string, json: string): unknown {
  const read = readPath(parseJson(json), JsonPath.parse(path));
  return read.found ? read.value : undefined;
}

function refusalOf(path: string): string | undefined {
  return JsonPath.safeParse(path).error?.issues[0]?.message;
}

describe('slices (§2.3.4)', () => {
  const letters = '["a","b","c","d","e","f","g"]';

  test.each<[string, string]>([
    ['$[1:3]', 'bc'],
    ['$[5:]', 'fg'],
    ['$[:2]', 'ab'],
    ['$[1:5:2]', 'bd'],
    ['$[::-1]', 'gfedcba'],
    ['$[5:1:-2]', 'fd'],
    ['$[:2:-1]', 'gfed'],
    ['$[2::-1]', 'cba'],
    ['$[-2::-2]', 'fdb'],
    ['$[-1:-4:-1]', 'gfe'],
    ['$[100:4:-1]', 'gf'],
    ['$[3:-100:-1]', 'dcba'],
    ['$[-3:100]', 'efg'],
    ['$[::9007199254740993]', 'a'],
    ['$[::-9007199254740993]', 'g'],
    ['$[1:2:0]', ''],
    ['$[::0]', ''],
    ['$[0:0]', ''],
    ['$[3:0]', ''],
    ['$[:0]', ''],
    ['$[-100:0]', ''],
    ['$[1:3:-1]', ''],
    ['$[3:1]', ''],
    ['$[7:]', ''],
    ['$[-100:-50:-1]', ''],
  ])('%s takes %s', (path, expected) => {
    expect(find(path, letters)).toEqual(expected === '' ? undefined : [...expected]);
  });

  test('take nothing of an object, a text or an empty list', () => {
    for (const json of ['{"0":1,"1":2}', '"abc"', '[]', 'null'])
      expect(find('$[::-1]', json)).toBeUndefined();
  });
});

describe('several selectors between one pair of brackets (§2.5.1)', () => {
  const list = '["a","b","c","d"]';

  test.each<[string, string]>([
    ['$[1,1]', 'bb'],
    ['$[0,0,2]', 'aac'],
    ['$[2,0]', 'ca'],
    ['$[-1,0]', 'da'],
    ['$[0,2:]', 'acd'],
    ['$[1:3,0]', 'bca'],
    ['$[0:2,1:3]', 'abbc'],
    ['$[*,0]', 'abcda'],
    ['$[*,*]', 'abcdabcd'],
    ['$[::-1,1:1]', 'dcba'],
    ['$[9,1]', 'b'],
  ])('%s takes %s of a list', (path, expected) => {
    expect(find(path, list)).toEqual([...expected]);
  });

  test.each<[string, unknown[]]>([
    [`$['b','a']`, [2, 1]],
    [`$["a",'a']`, [1, 1]],
    [`$['a',*]`, [1, 1, 2, [5]]],
    [`$['a',1:]`, [1]],
    [`$['x,y','b c']`, [[5]]],
    [`$..['a',0]`, [1, 5]],
  ])('%s takes %j of an object', (path, expected) => {
    expect(find(path, '{"a":1,"b":2,"x,y":[5]}')).toEqual(expected);
  });
});

describe('names (§2.3.1)', () => {
  test.each<[string, string]>([
    [String.raw`$['it\'s']`, `it's`],
    [String.raw`$["say \"so\""]`, 'say "so"'],
    [String.raw`$['\u263a']`, '☺'],
    [String.raw`$["\u263A"]`, '☺'],
    [String.raw`$['\uD83D\uDE00']`, '😀'],
    [String.raw`$['\ud83d\ude00 x']`, '😀 x'],
    [String.raw`$['a\\b\/c']`, 'a\\b/c'],
    [String.raw`$['\b\f\n\r\t\u0000']`, '\b\f\n\r\t\0'],
    [String.raw`$['\\\'']`, `\\'`],
    [`$['it"s']`, 'it"s'],
    [`$["it's"]`, "it's"],
    [`$['']`, ''],
    [`$['[0].a']`, '[0].a'],
    [`$['*']`, '*'],
    ['$.☺', '☺'],
    ['$.😀', '😀'],
    ['$.größe', 'größe'],
    ['$._x1', '_x1'],
  ])('%s is the name %j', (path, name) => {
    const json = JSON.stringify({ other: 0, [name]: 7 });
    expect(find(path, json)).toBe(7);
    expect(find(`${path}.*`, JSON.stringify({ [name]: { x: 7 } }))).toEqual([7]);
  });

  test.each([
    String.raw`$['\ud83d']`,
    String.raw`$['\ude00\ud83d']`,
    String.raw`$['\u12']`,
    String.raw`$['\uD83D\u0041']`,
  ])('%s is rejected: no sign has that code', (path) => {
    expect(refusalOf(path)).toBe('JSON path cannot be read');
  });

  test.each([
    [String.raw`$['a\"b']`, `$['a"b']`],
    [String.raw`$["it\'s"]`, String.raw`$['it\'s']`],
    [String.raw`$['C:\dir']`, String.raw`$['C:\\dir']`],
    [String.raw`$['\x41']`, String.raw`$['\\x41']`],
  ])('%s has an escape that does not exist; %s is what to write', (path, instead) => {
    expect(refusalOf(path)).toBe(`JSON path cannot be read. Write ${instead} instead`);
    expect(refusalOf(instead)).toBeUndefined();
  });
});

describe('white space (§2.1.1, §2.5)', () => {
  const json = '{"a":[1,2,3,4],"b":{"c":5}}';

  test.each<[string, unknown]>([
    ["$[ 'b' ]['c']", 5],
    ["$['b' ]\n[ 'c']", 5],
    ["$ ['b'] .c", 5],
    ['$.b\t.c', 5],
    ['$.a[ 1 ]', 2],
    ['$.a[\r\n-1\t]', 4],
    ['$.a [0]', 1],
    ['$.a[ 0 , 2 ]', [1, 3]],
    ['$.a[0 ,\n0]', [1, 1]],
    ['$.a[ 1 : 3 ]', [2, 3]],
    ['$.a[ : : 2 ]', [1, 3]],
    ['$.a[ : : -2 ]', [4, 2]],
    ['$.a[ * ]', [1, 2, 3, 4]],
    ["$[ 'b' , 'b' ].c", [5, 5]],
    ["$..[ 'c' ]", [5]],
    ['$..[ 0 ]', [1]],
  ])('%j', (path, expected) => {
    expect(find(path, json)).toEqual(expected);
  });

  test.each([
    ['$. a', '$.a'],
    ['$.. c', '$..c'],
    ['$.a[- 1]', "$.a['- 1']"],
  ])('%s is rejected; %s is what to write', (path, instead) => {
    expect(refusalOf(path)).toBe(`JSON path cannot be read. Write ${instead} instead`);
    expect(refusalOf(instead)).toBeUndefined();
  });
});

describe('what is rejected says what to write', () => {
  test.each<[string, string, string]>([
    ['$.@type', "$['@type']", '{"@type":1}'],
    ['$.a.@id.b', "$.a['@id'].b", '{"a":{"@id":{"b":1}}}'],
    ['$.#text', "$['#text']", '{"#text":1}'],
    ['$.a b', "$['a b']", '{"a b":1}'],
    ['$.a b.c d[0].e', "$['a b']['c d'][0].e", '{"a b":{"c d":[{"e":1}]}}'],
    ['$.a/b', "$['a/b']", '{"a/b":1}'],
    ['$.x:y', "$['x:y']", '{"x:y":1}'],
    ['$.100%', "$['100%']", '{"100%":1}'],
    ["$.'a'", '$.a', '{"a":1}'],
    ["$.'a b'", "$['a b']", '{"a b":1}'],
    ["$.it's", String.raw`$['it\'s']`, `{"it's":1}`],
    ['$[a]', "$['a']", '{"a":1}'],
    ['$[a-b].c', "$['a-b'].c", '{"a-b":{"c":1}}'],
    ['$.a[0', '$.a[0]', '{"a":[1]}'],
    ['$.a.', '$.a', '{"a":1}'],
    ['$..a b', "$..['a b']", '{"x":{"a b":1}}'],
    ['$.a[b c,d]', "$.a['b c','d']", '{"a":{"b c":1}}'],
    ['$.a[0,]', '$.a[0]', '{"a":[1]}'],
  ])('%s: %s', (path, instead, json) => {
    expect(refusalOf(path)).toBe(`JSON path cannot be read. Write ${instead} instead`);
    const found = find(instead, json);
    expect(Array.isArray(found) ? found : [found]).toEqual([1]);
  });

  test('the message about a lone word says to begin with a dot; where a dot is not enough, it has the path to copy', () => {
    const beginning = 'JSON path should start with dot e.g .field or .[0].field';
    expect(refusalOf('total')).toBe(beginning);
    expect(refusalOf('a/b')).toBe(`${beginning}. Write $['a/b'] instead`);
    expect(refusalOf('@type')).toBe(`${beginning}. Write $['@type'] instead`);
    expect(refusalOf('order id')).toBe(`${beginning}. Write $['order id'] instead`);
    // Where a slash parts names, no name with slashes was meant.
    expect(refusalOf('/a/b')).toBe(beginning);
  });

  test.each(['$.a.length()', '$.a[(@.name)]', '$.a^'])('%s: scripts stay rejected', (path) =>
    expect(refusalOf(path)).toBe('Scripts and parent selectors cannot be used in a JSON path'),
  );
});

describe('what RFC 9535 does not know, and saved integrations may hold', () => {
  test.each<[string, string]>([
    ['$[01]', '{"01":7}'],
    ['$[-0]', '{"-0":7}'],
    ['$[9007199254740993]', '{"9007199254740993":7}'],
    ['$.1', '[0,7]'],
    ['$[0]', '{"0":7}'],
    ["$['1']", '[0,7]'],
    ["$['\u0001']", '{"\\u0001":7}'],
    ['$.a-b', '{"a-b":7}'],
    ['$.$ref', '{"$ref":7}'],
    ['$.2fa', '{"2fa":7}'],
    ['.a', '{"a":7}'],
    [' $.a ', '{"a":7}'],
  ])('%s stays readable', (path, json) => expect(find(path, json)).toBe(7));

  test('names without quotes in a union', () => expect(find('$[a, b-c]', '{"a":1,"b-c":2}')).toEqual([1, 2]));
});
