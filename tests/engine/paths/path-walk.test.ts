import * as fc from 'fast-check';
import { JSONPath } from 'jsonpath-plus';
import { describe, expect, test } from 'vitest';
import { parseJson } from '~/engine/json/json';
import { pathProblem } from '~/engine/paths/path-problem';
import { planPaths } from '~/engine/paths/path-plan';
import { maxSteps, readPath, readPaths } from '~/engine/paths/path-walk';

const names = ['a', 'b', 'c', '0', '1', '007', 'ä b', 'x/y', 'length', '-1'];
const name = fc.constantFrom(...names);
const integer = fc.integer({ min: -4, max: 4 });
const start = fc.oneof(integer.map(String), fc.constant(''));
// An end or a step of 0 the library takes for none; by RFC 9535 such a slice is empty.
const end = start.filter((digits) => digits !== '0');
const member = fc.constantFrom('a', 'b', 'c', '0', '1', '2', '007');

const segment = fc.oneof(
  fc.constantFrom('.a', '.b', '.c', "['ä b']", "['x/y']", '["a"]', '.length', '.007', '[007]'),
  integer.map((index) => `[${index}]`),
  fc.constantFrom('[*]', '.*', '.[*]'),
  fc.tuple(start, end).map(([first, last]) => `[${first}:${last}]`),
  fc.tuple(start, end, fc.integer({ min: 1, max: 3 })).map((parts) => `[${parts.join(':')}]`),
  fc.uniqueArray(member, { minLength: 2, maxLength: 4 }).map((members) => `[${members.join(', ')}]`),
  fc.uniqueArray(member, { minLength: 2, maxLength: 3 }).map((members) => `['${members.join("','")}']`),
);

const path = fc
  .tuple(
    fc.array(segment, { maxLength: 3 }),
    fc.option(fc.tuple(segment, fc.array(segment, { maxLength: 3 }))),
    fc.boolean(),
  )
  .map(([before, below, isRooted]) => {
    const descent = below ? `.${dotted(below[0])}${below[1].join('')}` : '';
    return (isRooted ? '$' : '') + before.join('') + descent;
  })
  .filter((text) => text !== '' && text !== '$' && pathProblem(text) === undefined);

function dotted(text: string): string {
  return text.startsWith('.') ? text : `.${text}`;
}

const document = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, depthSize: 'large' },
    fc.constantFrom(1, 'text', '', true, null),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(name, tie('value'), { maxKeys: 5, noNullPrototype: true }),
  ),
})).value;

/**
 * What jsonpath-plus finds, in its spelling: an index from the end is a slice. It has no steps backwards, and also
 * finds what JSON does not know of, which is left out: characters of a text, and the length of a list.
 */
function readByLibrary(value: unknown, text: string): unknown[] {
  const expression = text
    .replace(/^\$?/, '$')
    .replace(/\.\[/g, (dot, at: number, whole: string) => (whole[at - 1] === '.' ? dot : '['))
    .replace(/(^\$|[^.])\.(\d+)(?=[.[]|$)/g, '$1[$2]')
    .replace(/\[-(\d+)\]/g, (_, digits: string) => `[-${digits}:${digits === '1' ? '' : 1 - Number(digits)}]`)
    .replace(/\[([^\][:*]+,[^\][]+)\]/g, (_, union: string) => `[${union.replace(/['\s]/g, '')}]`);
  const found: unknown = JSONPath({
    path: expression,
    json: value as object | null,
    eval: false,
    wrap: true,
    resultType: 'all',
  });
  if (!Array.isArray(found)) return [];
  return (found as { value: unknown; parent: unknown; parentProperty: string | number }[])
    .filter(({ parent, parentProperty }) => typeof parent !== 'string' && !isLength(parent, parentProperty))
    .map((result) => result.value);
}

function isLength(parent: unknown, property: string | number): boolean {
  return Array.isArray(parent) && property === 'length';
}

describe('paths to many places', () => {
  test('find what jsonpath-plus finds, in its order, alone and all in one walk', () => {
    let many = 0;
    fc.assert(
      fc.property(document, fc.array(path, { minLength: 1, maxLength: 6 }), (value, paths) => {
        const together = readPaths(value, planPaths(paths));
        for (const [index, text] of paths.entries()) {
          const isMany = 'slot' in (planPaths([text]).places[0] ?? {});
          const expected = readByLibrary(value, text);
          const result = readPath(value, text);
          expect(together[index], text).toEqual(result);
          if (!isMany) continue;
          many += 1;
          expect(result.found ? result.value : [], text).toEqual(expected);
        }
      }),
      { numRuns: 1_500 },
    );
    expect(many).toBeGreaterThan(1_500);
  });

  const selector = fc.oneof(
    fc.constantFrom("'a'", '"b"', '*', '0', '-1', "'ä b'"),
    fc.tuple(start, start, fc.integer({ min: -3, max: 3 })).map((parts) => parts.join(':')),
  );

  test('each selector of a union takes what it takes alone, in their order', () => {
    fc.assert(
      fc.property(document, fc.array(selector, { minLength: 2, maxLength: 4 }), (value, selectors) => {
        const alone = selectors.flatMap((each) => {
          const read = readPath([value], `[*][${each}]`);
          return read.found ? (read.value as unknown[]) : [];
        });
        const together = readPath(value, `[${selectors.join(',')}]`);
        expect(together.found ? together.value : []).toEqual(alone);
      }),
    );
  });

  test('a step below zero takes what a step above zero takes from the other end', () => {
    const bounds = fc.tuple(fc.integer({ min: -9, max: 9 }), fc.integer({ min: -9, max: 9 }));
    fc.assert(
      fc.property(fc.nat(7), bounds, fc.integer({ min: 1, max: 4 }), (length, [first, last], step) => {
        const items = Array.from({ length }, (_, index) => index);
        // The item at n from the beginning is at -1-n from the beginning of the list turned round.
        const forwards = readPath(items, `[${first}:${last}:${step}]`);
        const backwards = readPath(items.toReversed(), `[${-1 - first}:${-1 - last}:${-step}]`);
        expect(backwards).toEqual(forwards);
      }),
    );
  });

  test.each<[string, unknown]>([
    ["['*','a']", [3, 4]],
    ['.o[*]', [1, 2, 3]],
    ["..['*']", [3, 1]],
    [".o['0:2','a']", [3, 2]],
    ['..[*].x', undefined],
    ['.o[a,b]', [2]],
    ['.list[0:2]', [5]],
  ])('%s: a property is one, however it is called', (text, expected) => {
    const value = { '*': 3, a: 4, o: { '*': 1, a: 2, '0:2': 3 }, list: [5] };
    expect(readPath(value, text)).toEqual(
      expected === undefined ? { found: false } : { found: true, value: expected },
    );
  });

  test('nothing is found in a text, and no length of a list', () => {
    const value = { list: ['abc', ['d']], length: 7 };
    expect(readPath(value, '.list[*][0]')).toEqual({ found: true, value: ['d'] });
    expect(readPath(value, '..length')).toEqual({ found: true, value: [7] });
    expect(readPath(value, '.list[*].length')).toEqual({ found: false });
    expect(readPath(value, '.list[a,length]')).toEqual({ found: false });
    expect(readPath(value, '.list.length')).toEqual({ found: false });
  });

  test('prototypes are never reached, own properties of such names are', () => {
    const value = parseJson('{"a":{},"b":{"__proto__":1,"constructor":2}}');
    expect(readPath(value, '.*.__proto__')).toEqual({ found: true, value: [1] });
    expect(readPath(value, '..constructor')).toEqual({ found: true, value: [2] });
    expect(readPath(value, '..[toString,valueOf]')).toEqual({ found: false });
  });
});

describe('the allowance of steps', () => {
  const megabyte = 1024 * 1024;
  const wide = { list: Array.from({ length: megabyte / 8 }, () => ({ a: 0 })) };
  const deep: unknown[] = Array.from({ length: megabyte / 370 }, () => nest(60));
  const flat = Array.from({ length: megabyte / 2 }, () => 0);
  const keyed = Object.fromEntries(Array.from({ length: megabyte / 11 }, (_, index) => [`k${index}`, 0]));

  const demanding = {
    'the same': fifty(() => '..*'),
    'ever deeper': fifty((index) => `..*${'.*'.repeat(index)}`),
    'by name': fifty((index) => `..k${index}`),
    'by many names': fifty((index) => `..[a,b,c,k${index}]`),
    'from ever deeper': fifty((index) => `${'.*'.repeat(index)}..a`),
    slices: fifty((index) => `..[${index}:]`),
    'slices backwards': fifty((index) => `..[${-1 - index}::-1]`),
    'slices behind the end': fifty((index) => `..[${9e9 + index}:,${repeat('9:', 100)}]`),
    'the same again and again': fifty(
      (index) => `..[${repeat('*', 90)},${index}]${`[${repeat('*', 90)}]`.repeat(2)}`,
    ),
    'no such names': fifty((index) => `..[${repeat("'a'", 100)},${index}]`),
    'no such slices': fifty((index) => `..[${repeat('::0', 100)},${index}:]`),
  };

  // To watch a payload anew for each case takes longer than to walk it.
  const payloads = [wide, deep, flat, keyed].map(countReads);

  test.each(Object.entries(demanding))('bounds fifty paths on a large payload: %s', (_, paths) => {
    const plan = planPaths(paths);
    for (const { watched, reads } of payloads) {
      const before = reads();
      const lists = new Set(
        readPaths(watched, plan).flatMap((result) => (result.found ? [result.value] : [])),
      );
      const found = [...lists].reduce<number>((sum, list) => sum + (list as unknown[]).length, 0);
      expect(found).toBeLessThanOrEqual(maxSteps);
      // Of a list its length is asked for with each item, and listing properties looks at each of them.
      expect(reads() - before).toBeLessThan(maxSteps * 4);
    }
  });

  test('is shared: what each path alone may read, all together may not', () => {
    const paths = fifty((index) => `..[${index}:]`);
    const payload = Array.from({ length: 1_000 }, () => [1, 2, 3]);
    const alone = readPaths(payload, planPaths(paths.slice(0, 1)), 10_000);
    expect(alone[0]?.found).toBe(true);
    expect(readPaths(payload, planPaths([...paths, '.[0][1]']), 10_000)).toEqual([
      ...paths.map(() => ({ found: false, isTooMuch: true })),
      { found: true, value: 2 },
    ]);
  });

  test.each([
    ['of fifty properties', 50, true],
    ['of more, each of which counts four times', 51, false],
  ])('is for every object that is listed: one %s', (_, count, suffices) => {
    const object = Object.fromEntries(Array.from({ length: count }, (_value, index) => [`k${index}`, index]));
    const [result] = readPaths(object, planPaths(['.*']), 100);
    expect(result?.found).toBe(suffices);
  });

  test('is soon used up by one object of very many properties', () => {
    const { watched, reads } = countReads(keyed);
    expect(readPaths(watched, planPaths(['..k1']))).toEqual([{ found: false, isTooMuch: true }]);
    // Listing asks for each once; few values are read after that.
    expect(reads()).toBeLessThan(Object.keys(keyed).length * 1.2);
  });

  test('is not used up by a wide list below 190 others, of which each item is read once or twice', () => {
    const items = 20_001;
    const { watched, reads } = countReads(
      parseJson(`${'['.repeat(190)}${'0,'.repeat(items - 1)}0${']'.repeat(190)}`),
    );
    expect(readPath(watched, '..*').found).toBe(true);
    expect(reads()).toBeLessThan(6 * items);
  });

  test('suffices for one megabyte of orders and fifty paths with ..', () => {
    const orders = Array.from({ length: 3_500 }, (_, id) => ({
      id,
      email: `customer-${id}@example.com`,
      total: 19.95,
      tags: ['new', 'vip'],
      address: { city: 'Köln', street: `Domkloster ${id}`, lines: [1, 2, 3] },
      note: 'Leave it with the neighbours, please. '.repeat(3),
    }));
    const results = readPaths(orders, planPaths(['..id', '..city', ...fifty((index) => `..k${index}`)]));
    expect(results[0]).toEqual({ found: true, value: orders.map(({ id }) => id) });
    expect(results[1]?.found).toBe(true);
    expect(results.some((result) => 'isTooMuch' in result)).toBe(false);
  });

  test('equal paths have one result, which takes no more memory for being had twice', () => {
    const [first, second] = readPaths([1, 2], planPaths(['.[*]', '.*']));
    expect(first).toEqual({ found: true, value: [1, 2] });
    expect(first?.found && second?.found && first.value === second.value).toBe(true);
  });
});

function repeat(selector: string, times: number): string {
  return Array.from({ length: times }, () => selector).join(',');
}

function nest(depth: number): unknown {
  return depth === 0 ? 1 : { a: nest(depth - 1) };
}

function fifty(write: (index: number) => string): string[] {
  return Array.from({ length: 50 }, (_, index) => write(index));
}

/** Counts what is asked of a value: each property that is looked at or listed. */
function countReads(value: unknown): { watched: unknown; reads: () => number } {
  let reads = 0;
  const watched = new WeakMap<object, object>();
  function watch(inner: unknown): unknown {
    if (typeof inner !== 'object' || inner === null) return inner;
    const known = watched.get(inner);
    if (known) return known;
    const proxy = new Proxy(inner, {
      get(target, key, receiver) {
        reads += 1;
        return watch(Reflect.get(target, key, receiver));
      },
      getOwnPropertyDescriptor(target, key) {
        reads += 1;
        return Reflect.getOwnPropertyDescriptor(target, key);
      },
    });
    watched.set(inner, proxy);
    return proxy;
  }
  return { watched: watch(value), reads: () => reads };
}
