import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseJson } from '~/engine/json/json';
import { quoteName } from '~/engine/paths/path-name';
import { pathProblem } from '~/engine/paths/path-problem';
import { normalizePath } from '~/engine/paths/path-spelling';
import { readPath } from '~/engine/paths/path-walk';
import { measureProcessorMs, onceOverMs } from '../../support/processor-time';

const payload = {
  action: 'opened',
  items: [{ id: 1, name: 'one' }, { id: 2 }, { id: 3, name: 'three' }],
  '2fa': { code: '123' },
  'a.b': { 'c d': 1 },
  'it"s': 2,
  '': 3,
  '0': 'zero',
  '007': 'bond',
  größe: 4,
  labels: [{ 'app/name x': 'web' }],
  nothing: null,
  no: false,
};

describe('normalizePath', () => {
  test.each([
    ['$.data', '.data'],
    ['data.id', '.data.id'],
    ['.field', '.field'],
    ['$.items.0.name', '.items[0].name'],
    ['items.0.1', '.items[0][1]'],
    ['$[0].id', '.[0].id'],
    ['[0].id', '.[0].id'],
    ['0.id', '.[0].id'],
    ['.[0].field', '.[0].field'],
    ['  $.a.b ', '.a.b'],
    ['$', '.'],
    ['$..id', '..id'],
    ['$..0.id', '..0.id'],
    ['.2fa.code', '.2fa.code'],
    [".['a.0.b'].1", ".['a.0.b'][1]"],
  ])('%s becomes %s', (path, normal) => expect(normalizePath(path)).toBe(normal));

  const piece = fc.constantFrom(
    '$',
    '.',
    '..',
    'a',
    '0',
    '12',
    '2fa',
    '[0]',
    "['x.0']",
    '["y"]',
    '*',
    '[*]',
    ' ',
  );
  test('whatever is accepted keeps its meaning and its spelling when it is saved again', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const path = pieces.join('');
        fc.pre(pathProblem(path) === undefined);
        const normal = normalizePath(path);
        expect(pathProblem(normal)).toBeUndefined();
        expect(normalizePath(normal)).toBe(normal);
        const value = { a: [{ a: 1, '0': 2 }], '0': { a: 3 }, '2fa': 4, 'x.0': { y: 5 }, $: { a: 6 } };
        expect(readPath(value, normal)).toEqual(readPath(value, path));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('a path to one place', () => {
  test.each<[string, unknown]>([
    ['.action', 'opened'],
    ['$.action', 'opened'],
    ['.items[1].id', 2],
    ['.items.1.id', 2],
    ['.items[-1].name', 'three'],
    ['.2fa.code', '123'],
    [".['a.b']['c d']", 1],
    [`.['it"s']`, 2],
    ['.[""]', 3],
    ['.[0]', 'zero'],
    ['.007', 'bond'],
    ['.größe', 4],
    ['.nothing', null],
    ['.no', false],
    ['.', payload],
    ['$', payload],
  ])('%s', (path, value) => {
    expect(pathProblem(path)).toBeUndefined();
    expect(readPath(payload, path)).toEqual({ found: true, value });
  });

  test.each([
    '.missing',
    '.items[3]',
    '.items[-4]',
    '.items.length',
    ".items['length']",
    '.action.length',
    '.nothing.x',
    '.items.id',
    '.action[0]',
  ])('%s leads nowhere', (path) => expect(readPath(payload, path)).toEqual({ found: false }));

  test.each([undefined, null, 'text', 7, true])('%j has no places', (value) => {
    expect(readPath(value, '.a')).toEqual({ found: false });
    expect(readPath(value, '.*')).toEqual({ found: false });
    expect(readPath(value, '.')).toEqual({ found: true, value });
  });

  test('a prototype is never reached, an own property of such a name is', () => {
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      expect(readPath({ a: {} }, `.a.${name}`)).toEqual({ found: false });
      expect(readPath({ a: [] }, `..${name}`)).toEqual({ found: false });
      expect(readPath({ a: {} }, `.a['${name}']['x']`)).toEqual({ found: false });
    }
    expect(readPath(parseJson('{"__proto__":{"x":1}}'), '.__proto__.x')).toEqual({ found: true, value: 1 });
    expect(readPath(parseJson('12345678901234567890'), '.toString')).toEqual({ found: false });
  });

  test('any value is found where the path to it says', () => {
    const name = fc.string({ unit: 'binary', maxLength: 8 });
    fc.assert(
      fc.property(fc.array(fc.oneof(name, fc.nat(5)), { minLength: 1 }), fc.jsonValue(), (places, value) => {
        const whole = places.reduceRight<unknown>((inner, place) => {
          if (typeof place === 'string') return Object.fromEntries([[place, inner]]);
          return Object.assign([], { [place]: inner });
        }, value);
        const path = places
          .map((place) => (typeof place === 'string' ? `[${quoteName(place)}]` : `[${place}]`))
          .join('');
        expect(readPath(whole, `.${path}`)).toEqual({ found: true, value });
      }),
    );
  });
});

describe('a path to many places', () => {
  test.each<[string, unknown[]]>([
    ['.items[*].id', [1, 2, 3]],
    ['.items.*.id', [1, 2, 3]],
    ['.items[*].name', ['one', 'three']],
    ['..name', ['one', 'three']],
    ['$..items[0].id', [1]],
    ['.items[0:2].id', [1, 2]],
    ['.items[-2:].id', [2, 3]],
    ['.items[::2].id', [1, 3]],
    ['.items[0,2].id', [1, 3]],
    ['.items[0, 0, 2].id', [1, 1, 3]],
    [`.items[0]['id','name']`, [1, 'one']],
    ['.items[*][id,name]', [1, 'one', 2, 3, 'three']],
    [".labels[*]['app/name x']", ['web']],
    ['..[-1].name', ['three']],
    ['.[*].code', ['123']],
  ])('%s', (path, value) => {
    expect(pathProblem(path)).toBeUndefined();
    expect(readPath(payload, path)).toEqual({ found: true, value });
  });

  test.each(['.missing[*]', '.items[*].missing', '..missing', '.action[*]'])('%s finds nothing', (path) =>
    expect(readPath(payload, path)).toEqual({ found: false }),
  );
});

describe('pathProblem', () => {
  const scripts = 'Scripts and parent selectors cannot be used in a JSON path';
  const unreadable = 'JSON path cannot be read';
  test.each([
    ['.a[(@.length-1)]', `${scripts}. Write .a[-1] instead`],
    ['.a[(@.length)]', scripts],
    [
      "['a'][?(process.exit())]",
      'A filter in a JSON path knows no functions. Compare what stands behind @ with a value instead',
    ],
    ['.a^', scripts],
    ['.a~', scripts],
    ['.a.@', scripts],
    ['@.type', scripts],
    ['.`a', scripts],
    ['field', 'JSON path should start with dot e.g .field or .[0].field'],
    ['..a..b', 'A JSON path may use .. only once'],
    ['...a', `${unreadable}. Write $..a instead`],
    ['.a.', `${unreadable}. Write $.a instead`],
    ['.a..', `${unreadable}. Write $.a..* instead`],
    ['.a b', `${unreadable}. Write $['a b'] instead`],
    ['.a[', `${unreadable}. Write $.a[*] instead`],
    ['.a[]', `${unreadable}. Write $.a[*] instead`],
    ["['a'", `${unreadable}. Write $['a'] instead`],
    // Written as a placeholder, as other products have it.
    ['{{data.items[0].id}}', `${unreadable}. Write $.data.items[0].id instead`],
    [' {{ trigger.data.id }}', `${unreadable}. Write $.data.id instead`],
    ['{{$json.a-b.c}}', `${unreadable}. Write $.a-b.c instead`],
    [String.raw`['a\']['(1)']`, scripts],
    [String.raw`['\ud83d']`, unreadable],
  ])('%s: %s', (path, problem) => {
    expect(pathProblem(path)).toBe(problem);
    expect(readPath(payload, path)).toEqual({ found: false });
  });

  test('a quoted name may hold what would be a script outside quotes', () => {
    expect(pathProblem(".['?(@.x)']")).toBeUndefined();
    expect(readPath({ '?(@.x)': 1 }, ".['?(@.x)']")).toEqual({ found: true, value: 1 });
  });

  // Steps that grew with the square of the length would be 10^10 and more here, which no test's time limit allows.
  test('no text makes reading throw, be it ever so long', () => {
    const text = fc.array(fc.constantFrom(...`.[]'"*,:?(@)^~\`#$;%\\ -01ab&=<!|`), { maxLength: 20 });
    fc.assert(
      fc.property(text, (characters) => {
        const path = characters.join('');
        const result = readPath({ a: [{ b: 1 }], b: { a: 2 } }, path);
        if (/cannot be read/.test(pathProblem(path) ?? '')) expect(result).toEqual({ found: false });
      }),
      { numRuns: 3_000 },
    );
    for (const part of [
      '.',
      '.a',
      '[',
      '[?',
      '[?@',
      '[?(',
      '[?@.a&&',
      "[?'",
      "['\\,",
      "'",
      '"',
      '[0,',
      '[*]',
      '..',
      '1',
      ':',
      '.1',
      '"\\',
      "'\\",
    ]) {
      expect(() => pathProblem(part.repeat(100_000))).not.toThrow();
      expect(readPath(payload, part.repeat(100_000))).toEqual({ found: false });
    }
  });

  // The spaces could be divided among three parts of a slice, in a million ways.
  test('a slice with 500 spaces is refused at once', () => {
    const paths = Array.from({ length: 20 }, (_, index) => `.a[${index}:${' '.repeat(490)}x]`);
    expect(measureProcessorMs(() => paths.map(pathProblem))).toBeLessThan(onceOverMs);
  });
});
