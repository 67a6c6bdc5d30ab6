import { formatCount } from '../texts/format-count';

/** Says how many items of a run's lists failed, as `1 of 5 items failed`; null when none did. */
export function describeFailedItems(loops: readonly { count: number; failed: number }[]): string | null {
  const [failed, count] = [sum(loops.map((loop) => loop.failed)), sum(loops.map((loop) => loop.count))];
  if (failed === 0) return null;
  return `${formatCount(failed)} of ${formatCount(count)} ${count === 1 ? 'item' : 'items'} failed`;
}

/** Names an item that failed, counted from 1: `Item 2 of 120: Ship: HTTP 500`. */
export function nameFailedItem({ index, of }: { index: number; of: number }, failure: string): string {
  return `Item ${formatCount(index)} of ${formatCount(of)}: ${failure}`;
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
