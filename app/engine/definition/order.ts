// The order of a chain. `order` may be fractional: a call put between two others renumbers nobody.

/** The chain in the order it runs; calls of equal order keep their place. */
export function sortByOrder<Item extends { order: number }>(items: readonly Item[]): Item[] {
  return items.toSorted((a, b) => a.order - b.order);
}

/** The chain with orders 1, 2, 3 … as it stands. */
export function renumber<Item extends { order: number }>(items: readonly Item[]): Item[] {
  return items.map((item, index) => ({ ...item, order: index + 1 }));
}

/** How many calls of a chain stand before a step. */
export function findGap(calls: readonly { order: number }[], step: { order: number }): number {
  return calls.filter(({ order }) => order <= step.order).length;
}
