import { expect, test } from 'vitest';
import { renumber, sortByOrder } from '~/engine/definition/order';

test('a chain is sorted by order, fractions included, and calls of equal order keep their place', () => {
  const chain = [
    { id: 'c', order: 2 },
    { id: 'a', order: -1 },
    { id: 'd', order: 2 },
    { id: 'b', order: 1.5 },
    { id: 'e', order: 10 },
  ];
  const before = structuredClone(chain);
  expect(sortByOrder(chain).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(chain).toEqual(before);
});

test('renumbering counts from 1 in the order given', () => {
  expect(
    renumber([
      { id: 'b', order: 7 },
      { id: 'a', order: 0.5 },
    ]),
  ).toEqual([
    { id: 'b', order: 1 },
    { id: 'a', order: 2 },
  ]);
});
