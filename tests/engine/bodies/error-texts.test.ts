import { expect, test } from 'vitest';
import { listErrorTexts } from '~/engine/bodies/error-texts';

const names = ['errors', 'error', 'details'];

/** Nests objects with some of these properties; the deepest have `leaf`. */
function nest(depth: number, properties: string[], leaf: unknown, make: (value: object) => object): unknown {
  if (depth === 0) return leaf;
  return make(Object.fromEntries(properties.map((name) => [name, nest(depth - 1, properties, leaf, make)])));
}

test.each([
  ['is broad at every level', names, 1],
  ['is broad at the bottom', ['errors'], Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [n, 1]))],
])('an error that %s and says nothing takes little work', (_, properties, leaf) => {
  let reads = 0;
  const count = (value: object) =>
    new Proxy(value, {
      get(target, name) {
        reads += 1;
        return Reflect.get(target, name) as unknown;
      },
    });
  const bottom = typeof leaf === 'object' ? count(leaf) : leaf;
  expect(listErrorTexts(nest(7, properties, bottom, count))).toEqual([]);
  expect(reads).toBeGreaterThan(1_000);
  expect(reads).toBeLessThan(40_000);
});

test('the first of thousands of fields is told', () => {
  const fields = Object.fromEntries(Array.from({ length: 4_000 }, (_, n) => [`field_${n}`, ['is wrong']]));
  expect(listErrorTexts({ message: 'No', errors: fields })).toEqual(['No', 'field_0: is wrong']);
});
