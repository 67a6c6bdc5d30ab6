// The order of a chain. `order` may be fractional: a call inserted between two others does not renumber them.

/** Sorts the chain in the order of a run; items of equal order keep their place. */
export function sortByOrder<Item extends { order: number }>(items: readonly Item[]): Item[] {
  return items.toSorted((a, b) => a.order - b.order);
}

/** Renumbers the chain as it stands to 1, 2, 3 … */
export function renumber<Item extends { order: number }>(items: readonly Item[]): Item[] {
  return items.map((item, index) => ({ ...item, order: index + 1 }));
}

/** Counts the calls of a chain before a step. */
export function countCallsBefore(calls: readonly { order: number }[], step: { order: number }): number {
  return calls.filter(({ order }) => order <= step.order).length;
}
